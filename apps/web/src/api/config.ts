/**
 * Public settings of the deployment, fetched before the first screen (spec 1 §1, §7). Stored on the device for all its tabs
 * for a quarter of an hour; refreshed every hour and whenever settings are saved.
 */
import { defaultFeatures, Features } from '@waypost/contract/settings/features';
import { defaultMap, defaultSite, listConfig, MapSettings, Site } from '@waypost/contract/settings/settings';
import { z } from 'zod';
import { isTransientError } from './api-error.ts';
import { call } from './call.ts';
import { createDeviceStore, useDeviceStore } from './device-store.ts';
import { configMaxAgeMs } from './preload.ts';
import { onResourceWritten } from './write-events.ts';

/** The public settings, by group. */
export interface Config {
  site: Site;
  map: MapSettings;
  features: Features;
}

/** How often an open tab fetches the settings again. */
const refreshIntervalMs = 3_600_000;

const entityDefaults = { url: '', allowed_privileges: [] };
const ConfigGroup = z.looseObject({ id: z.string() });
type ConfigGroup = z.infer<typeof ConfigGroup>;

/** Groups that are missing or invalid, such as those of another server, get the defaults of a new deployment. */
function parseConfigGroups(groups: readonly ConfigGroup[]): Config {
  const findGroup = (id: string) => groups.find((it) => it.id === id) ?? {};
  const site = { ...entityDefaults, ...defaultSite, id: 'site' as const };
  const map = { ...entityDefaults, ...defaultMap, id: 'map' as const };
  const features = { ...entityDefaults, ...defaultFeatures, id: 'features' as const };
  return {
    site: Site.safeParse({ ...site, ...findGroup('site') }).data ?? site,
    map: MapSettings.safeParse({ ...map, ...findGroup('map') }).data ?? map,
    features: Features.safeParse({ ...features, ...findGroup('features') }).data ?? features,
  };
}

const StoredConfig = z.object({ fetched: z.number(), groups: z.array(ConfigGroup) });
const storedConfig = createDeviceStore('waypost.config', (it) => StoredConfig.safeParse(it).data ?? null);
let parsedConfig: { source: unknown; config: Config } | null = null;

/** The settings as last fetched, or the defaults. */
export function getConfig(): Config {
  const stored = storedConfig.get();
  if (parsedConfig?.source !== stored || parsedConfig === null)
    parsedConfig = { source: stored, config: parseConfigGroups(stored?.groups ?? []) };
  return parsedConfig.config;
}

/** The same for components, which render again when the settings change. */
export function useConfig(): Config {
  useDeviceStore(storedConfig);
  return getConfig();
}

/** Whether the deployment is closed to visitors (API v3 §1.13). */
export const isPrivateDeployment = ({ site }: Config): boolean => site.private;

/**
 * Fetches the settings in any case, for instance after saving some of them. Sends no token (API v3 §7.1): an invalid one must
 * not keep the app from starting. Use `readConfig` for the privileges of a group.
 * @throws ApiError
 */
export async function refreshConfig(): Promise<void> {
  const { results } = await call(listConfig, {}, { ignoresRefusal: true, withoutToken: true });
  storedConfig.set({ fetched: Date.now(), groups: results });
}

let pendingRefresh: Promise<void> | null = null;

/** Shares one request between callers: a navigation that redirects calls this twice. */
function refreshDeduplicated(): Promise<void> {
  if (pendingRefresh) return pendingRefresh;
  const request = refreshConfig().finally(() => {
    if (pendingRefresh === request) pendingRefresh = null;
  });
  pendingRefresh = request;
  return request;
}

/**
 * Makes sure that there are settings. Old ones are used when the server cannot be reached, so that the app opens offline.
 * @throws ApiError
 */
export async function loadConfig(now = Date.now()): Promise<void> {
  const stored = storedConfig.get();
  if (stored && now - stored.fetched < configMaxAgeMs) return;
  try {
    await refreshDeduplicated();
  } catch (error) {
    if (!(stored && isTransientError(error))) throw error;
  }
}

/** Marks the stored settings as stale in all tabs. They stay usable for open screens and without a network. */
function markConfigStale(): void {
  const stored = storedConfig.get();
  if (stored) storedConfig.set({ ...stored, fetched: 0 });
}

/** Fetches the settings again if they are stale. Errors are ignored, since there are settings to work with. */
export const refreshStaleConfig = (): void => void loadConfig().catch(() => undefined);

/** Keeps the settings fresh: fetches them every hour and when settings are saved. Called once at the start. */
export function watchConfig(): void {
  const renew = () => {
    markConfigStale();
    // A running request may have started before the save.
    pendingRefresh = null;
    refreshStaleConfig();
  };
  onResourceWritten((resource) => resource === 'config' && renew());
  setInterval(renew, refreshIntervalMs);
}
