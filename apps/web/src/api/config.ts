/**
 * Public settings of the deployment, fetched before the first screen (spec 1 §1, §7). Kept on the device for all its tabs: for a
 * quarter of an hour, never past the full hour of a tab, and until somebody saves settings.
 */
import { defaultFeatures, Features } from '@waypost/contract/features';
import { defaultMap, defaultSite, listConfig, MapSettings, Site } from '@waypost/contract/settings';
import { z } from 'zod';
import { isAway } from './api-error.ts';
import { call } from './call.ts';
import { configAge } from './early.ts';
import { storedOnDevice, useStore } from './store.ts';
import { onWritten } from './written.ts';

export interface Config {
  site: Site;
  map: MapSettings;
  features: Features;
}

/** Milliseconds. */
const flushEvery = 3_600_000;

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

/** Whether the deployment is closed to strangers: where the plan has no private deployments, the wish has no effect (wire 1.13). */
export const isPrivate = ({ site, features }: Config): boolean => site.private && features.private.enabled;

/**
 * Fetches the settings, whatever is kept; after saving some of them, for instance. Without a token (wire 7.1): one that the
 * server no longer knows must not keep the app from starting. What a person may do with a group, ask `readConfig`.
 * @throws ApiError
 */
export async function refreshConfig(): Promise<void> {
  const { results } = await call(listConfig, {}, { quiet: true, withoutToken: true });
  kept.set({ fetched: Date.now(), groups: results });
}

let asked: Promise<void> | null = null;

/** One request for all that ask while it is on its way: a navigation that redirects asks twice. */
function refreshOnce(): Promise<void> {
  if (asked) return asked;
  const request = refreshConfig().finally(() => {
    if (asked === request) asked = null;
  });
  asked = request;
  return request;
}

/**
 * Makes sure that there are settings. Old ones serve when the server cannot be reached, so that the app opens offline.
 * @throws ApiError
 */
export async function loadConfig(now = Date.now()): Promise<void> {
  const it = kept.get();
  if (it && now - it.fetched < configAge) return;
  try {
    await refreshOnce();
  } catch (error) {
    if (!(it && isAway(error))) throw error;
  }
}

/** Nothing kept counts as fresh any more, in no tab. It stays for the screens that are open, and for when there is no line. */
function flushConfig(): void {
  const it = kept.get();
  if (it) kept.set({ ...it, fetched: 0 });
}

/** For an app that runs: fetches again what is too old. A failure is no news, since there is something to go on with. */
export const renewConfig = (): void => void loadConfig().catch(() => undefined);

/** Once, at the start: lets go of what is kept when settings are saved, and every hour. */
export function watchConfig(): void {
  const renew = () => {
    flushConfig();
    // What is on its way may be from before the save.
    asked = null;
    renewConfig();
  };
  onWritten((resource) => resource === 'config' && renew());
  setInterval(renew, flushEvery);
}
