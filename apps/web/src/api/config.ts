/**
 * Public settings of the deployment, fetched before the first screen (spec 1 §1, §7). Kept on the device for all its tabs: for a
 * quarter of an hour, never past the full hour of a tab, and until somebody saves settings.
 */
import { defaultFeatures, Features } from '@waypost/contract/settings/features';
import { defaultMap, defaultSite, listConfig, MapSettings, Site } from '@waypost/contract/settings/settings';
import { z } from 'zod';
import { isTransientError } from './api-error.ts';
import { call } from './call.ts';
import { createDeviceStore, useDeviceStore } from './device-store.ts';
import { configMaxAgeMs } from './preload.ts';
import { onResourceWritten } from './write-events.ts';

export interface Config {
  site: Site;
  map: MapSettings;
  features: Features;
}

/** Milliseconds. */
const refreshIntervalMs = 3_600_000;

const entityDefaults = { url: '', allowed_privileges: [] };
const ConfigGroup = z.looseObject({ id: z.string() });
type ConfigGroup = z.infer<typeof ConfigGroup>;

/** Groups that are missing, or that another server fills differently, fall back to what a new deployment has. */
function parseConfigGroups(groups: readonly ConfigGroup[]): Config {
  const stored = (id: string) => groups.find((it) => it.id === id) ?? {};
  const site = { ...entityDefaults, ...defaultSite, id: 'site' as const };
  const map = { ...entityDefaults, ...defaultMap, id: 'map' as const };
  const features = { ...entityDefaults, ...defaultFeatures, id: 'features' as const };
  return {
    site: Site.safeParse({ ...site, ...stored('site') }).data ?? site,
    map: MapSettings.safeParse({ ...map, ...stored('map') }).data ?? map,
    features: Features.safeParse({ ...features, ...stored('features') }).data ?? features,
  };
}

const StoredConfig = z.object({ fetched: z.number(), groups: z.array(ConfigGroup) });
const storedConfig = createDeviceStore('waypost.config', (it) => StoredConfig.safeParse(it).data ?? null);
let parsedConfig: { of: unknown; config: Config } | null = null;

/** The settings as last fetched. */
export function getConfig(): Config {
  const it = storedConfig.get();
  if (parsedConfig?.of !== it || parsedConfig === null)
    parsedConfig = { of: it, config: parseConfigGroups(it?.groups ?? []) };
  return parsedConfig.config;
}

export function useConfig(): Config {
  useDeviceStore(storedConfig);
  return getConfig();
}

/** Whether the deployment is closed to strangers: where the plan has no private deployments, the wish has no effect (wire 1.13). */
export const isPrivateDeployment = ({ site, features }: Config): boolean =>
  site.private && features.private.enabled;

/**
 * Fetches the settings, whatever is kept; after saving some of them, for instance. Without a token (wire 7.1): one that the
 * server no longer knows must not keep the app from starting. What a person may do with a group, ask `readConfig`.
 * @throws ApiError
 */
export async function refreshConfig(): Promise<void> {
  const { results } = await call(listConfig, {}, { quiet: true, withoutToken: true });
  storedConfig.set({ fetched: Date.now(), groups: results });
}

let pendingRefresh: Promise<void> | null = null;

/** One request for all that ask while it is on its way: a navigation that redirects asks twice. */
function refreshDeduplicated(): Promise<void> {
  if (pendingRefresh) return pendingRefresh;
  const request = refreshConfig().finally(() => {
    if (pendingRefresh === request) pendingRefresh = null;
  });
  pendingRefresh = request;
  return request;
}

/**
 * Makes sure that there are settings. Old ones serve when the server cannot be reached, so that the app opens offline.
 * @throws ApiError
 */
export async function loadConfig(now = Date.now()): Promise<void> {
  const it = storedConfig.get();
  if (it && now - it.fetched < configMaxAgeMs) return;
  try {
    await refreshDeduplicated();
  } catch (error) {
    if (!(it && isTransientError(error))) throw error;
  }
}

/** Nothing kept counts as fresh any more, in no tab. It stays for the screens that are open, and for when there is no line. */
function markConfigStale(): void {
  const it = storedConfig.get();
  if (it) storedConfig.set({ ...it, fetched: 0 });
}

/** For an app that runs: fetches again what is too old. A failure is no news, since there is something to go on with. */
export const refreshStaleConfig = (): void => void loadConfig().catch(() => undefined);

/** Once, at the start: lets go of what is kept when settings are saved, and every hour. */
export function watchConfig(): void {
  const renew = () => {
    markConfigStale();
    // What is on its way may be from before the save.
    pendingRefresh = null;
    refreshStaleConfig();
  };
  onResourceWritten((resource) => resource === 'config' && renew());
  setInterval(renew, refreshIntervalMs);
}
