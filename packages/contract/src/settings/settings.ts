/** Configuration groups (API v3 §2.13): keys are at the top level, a PUT merges, unknown keys are kept. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Privileges } from '../common/permissions.ts';
import { objectIn, queryList } from '../common/scalars.ts';
import { Features } from './features.ts';
import { mapKeys, mapViewKeys } from './map-keys.ts';
import { defaultsOf, schemasOf } from './setting-description.ts';
import { siteKeys } from './site-keys.ts';

/** All groups, by their names in the API. */
export const settingsGroups = ['features', 'site', 'map', 'data-provider', 'retention'] as const;
/** Name of a group. */
export type SettingsGroup = (typeof settingsGroups)[number];

/**
 * Tiers of trial deployments: they show only the first posts, and reject writes after they have expired (spec 1 §9,
 * ruling 42). All other tiers are names without effect.
 */
export const trialTiers: readonly string[] = ['demo', 'demo_1'];

/** The public settings of the deployment. Unknown keys are kept. */
export const Site = z.looseObject({
  id: z.literal('site'),
  url: z.string(),
  ...schemasOf(siteKeys, 'read'),
  allowed_privileges: Privileges,
});
export type Site = z.infer<typeof Site>;

/** The configuration group `map`. */
export const MapSettings = z.object({
  id: z.literal('map'),
  url: z.string(),
  ...schemasOf(mapKeys, 'read'),
  default_view: z.looseObject(schemasOf(mapViewKeys, 'read')),
  allowed_privileges: Privileges,
});
export type MapSettings = z.infer<typeof MapSettings>;

/** Any other group, for callers who may manage settings. */
const OtherGroup = z.looseObject({ id: z.string(), url: z.string(), allowed_privileges: Privileges });
export const ConfigGroup = z.union([Site, MapSettings, Features, OtherGroup]);

/** The groups of a new deployment. */
export const defaultSite = defaultsOf(siteKeys);
export const defaultMap = { ...defaultsOf(mapKeys), default_view: defaultsOf(mapViewKeys) };

/** The form for the first settings of a deployment (spec 1 §5). */
export const FirstRunForm = z.object({
  name: siteKeys.name.form,
  description: siteKeys.description.form,
});

/** The writable keys of `site`. All are optional, since a PUT merges. */
export const SiteInput = z.looseObject(schemasOf(siteKeys, 'input')).partial();

/** The writable keys of `map`. */
export const MapInput = z
  .looseObject({
    ...schemasOf(mapKeys, 'input'),
    default_view: objectIn(z.looseObject(schemasOf(mapViewKeys, 'input')).partial()),
  })
  .partial();

/** The form of the general settings. The client validates with it, the server with the groups that it writes to. */
export const GeneralForm = z.object({
  ...schemasOf(siteKeys, 'form'),
  ...schemasOf(mapViewKeys, 'form'),
  ...schemasOf(mapKeys, 'form'),
});

const groupParams = z.object({ group: z.string() });

export const listConfig = defineEndpoint({
  name: 'listConfig',
  method: 'GET',
  path: '/config',
  summary: 'Configuration groups that the caller may read, optionally only the named ones',
  scope: 'config',
  query: z.object({ groups: queryList(z.string()).optional() }),
  response: z.object({ count: z.number().int(), results: z.array(ConfigGroup) }),
  neededAtStart: true,
  deviceCache: 'public',
});

export const readConfig = defineEndpoint({
  name: 'readConfig',
  method: 'GET',
  path: '/config/{group}',
  summary: 'One configuration group',
  scope: 'config',
  params: groupParams,
  response: ConfigGroup,
  neededAtStart: true,
  deviceCache: 'public',
});

export const saveConfig = defineEndpoint({
  name: 'saveConfig',
  method: 'PUT',
  path: '/config/{group}',
  summary: 'Merge keys into a configuration group',
  scope: 'config',
  params: groupParams,
  body: z.looseObject({}),
  response: ConfigGroup,
});

export const readConfigPrivileges = defineEndpoint({
  name: 'readConfigPrivileges',
  method: 'OPTIONS',
  path: '/config',
  summary: 'What the caller may do with configuration',
  scope: 'config',
  response: z.object({ allowed_privileges: Privileges }),
});
