/** Public settings of the deployment, fetched before the first screen and kept for a quarter of an hour (spec 1 §1, §7). */
import { defaultFeatures, Features } from '@waypost/contract/features';
import { defaultMap, defaultSite, listConfig, MapSettings, Site } from '@waypost/contract/settings';
import { z } from 'zod';
import { isApiError } from './api-error.ts';
import { call } from './call.ts';
import { storedOnDevice, useStore } from './store.ts';

export interface Config {
  site: Site;
  map: MapSettings;
  features: Features;
}

const maxAge = 15 * 60_000;

const own = { url: '', allowed_privileges: [] };
const Group = z.looseObject({ id: z.string() });
type Group = z.infer<typeof Group>;

/** Groups that are missing, or that another server fills differently, fall back to what a new deployment has. */
function configFrom(groups: readonly Group[]): Config {
  const stored = (id: string) => groups.find((it) => it.id === id) ?? {};
  const site = { ...own, ...defaultSite, id: 'site' as const };
  const map = { ...own, ...defaultMap, id: 'map' as const };
  const features = { ...own, ...defaultFeatures, id: 'features' as const };
  return {
    site: Site.safeParse({ ...site, ...stored('site') }).data ?? site,
    map: MapSettings.safeParse({ ...map, ...stored('map') }).data ?? map,
    features: Features.safeParse({ ...features, ...stored('features') }).data ?? features,
  };
}

const Kept = z.object({ fetched: z.number(), groups: z.array(Group) });
const kept = storedOnDevice('waypost.config', (it) => Kept.safeParse(it).data ?? null);
let current: { of: unknown; config: Config } | null = null;

/** The settings as last fetched. */
export function config(): Config {
  const it = kept.get();
  if (current?.of !== it || current === null) current = { of: it, config: configFrom(it?.groups ?? []) };
  return current.config;
}

export function useConfig(): Config {
  useStore(kept);
  return config();
}

/** Fetches the settings, whatever is kept; after saving some of them, for instance. @throws ApiError */
export async function refreshConfig(): Promise<void> {
  const { results } = await call(listConfig, {}, { quiet: true });
  kept.set({ fetched: Date.now(), groups: results });
}

/**
 * Makes sure that there are settings. Old ones serve when the server cannot be reached, so that the app opens offline.
 * @throws ApiError
 */
export async function loadConfig(now = Date.now()): Promise<void> {
  const it = kept.get();
  if (it && now - it.fetched < maxAge) return;
  try {
    await refreshConfig();
  } catch (error) {
    if (!(it && isApiError(error) && error.kind === 'network')) throw error;
  }
}
