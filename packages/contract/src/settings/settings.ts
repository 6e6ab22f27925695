/** Configuration groups (API v3 §2.13): keys are at the top level, a PUT merges, unknown keys are kept. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { Privileges } from '../common/permissions.ts';
import { BooleanIn, queryList, SingleLineText } from '../common/scalars.ts';
import { Features } from './features.ts';

/** Base maps. `embedded` is part of the app; the others are external services and never the default. */
export const baseLayers = ['embedded', 'satellite', 'streets', 'humanitarian'] as const;
export const BaseLayer = z.enum(baseLayers);
export type BaseLayer = z.infer<typeof BaseLayer>;

/**
 * Tiers of trial deployments: they show only the first posts, and reject writes after they have expired (spec 1 §9,
 * ruling 42). All other tiers are names without effect.
 */
export const trialTiers: readonly string[] = ['demo', 'demo_1'];

/** Keys of `site` that the operator sets: readable for everyone, not writable through the API. */
export const operatorKeys = ['tier', 'expiration_date', 'extension_date'] as const;

/** When a visitor's report is held for review, whatever its survey says: `pressure` while many reports arrive. */
export const visitorHoldPolicies = ['never', 'pressure', 'always'] as const;
export const VisitorHoldPolicy = z.enum(visitorHoldPolicies);
export type VisitorHoldPolicy = z.infer<typeof VisitorHoldPolicy>;

/** The public settings of the deployment. Unknown keys are kept. */
export const Site = z.looseObject({
  id: z.literal('site'),
  url: z.string(),
  name: z.string(),
  description: z.string(),
  email: z.string(),
  timezone: z.string(),
  language: z.string(),
  date_format: z.string(),
  client_url: z.union([z.string(), z.literal(false)]),
  first_login: z.boolean(),
  tier: z.string(),
  /** The end of a trial, and the end of its extension. Absent: it does not end. */
  expiration_date: z.string().optional(),
  extension_date: z.string().optional(),
  private: z.boolean(),
  image_header: z.string().nullish(),
  /** Extension: whether avatars may be fetched from Gravatar. Absent: they are drawn locally. */
  gravatar: z.boolean().optional(),
  /** Extension: whether reports of visitors are held for review. Absent: never. */
  hold_visitors: VisitorHoldPolicy.optional(),
  /** Extension: the date of the terms of service. Absent or empty: nobody has to agree. */
  tos_release_date: z.string().nullish(),
  /** Extension: the URL of the terms. */
  tos_url: z.string().nullish(),
  allowed_privileges: Privileges,
});
export type Site = z.infer<typeof Site>;

/** The configuration group `map`. */
export const MapSettings = z.object({
  id: z.literal('map'),
  url: z.string(),
  clustering: z.boolean(),
  cluster_radius: z.number().int(),
  /** Other servers return these numbers as they were sent, also as text (API v3 §2.13). */
  location_precision: z.coerce.number().int(),
  default_view: z.looseObject({
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    zoom: z.coerce.number(),
    /** The base map of existing clients. */
    baselayer: z.string(),
    fit_map_boundaries: z.boolean(),
    icon: z.string(),
    color: z.string(),
    /**
     * Extension: the base map of the web client. Absent: `embedded`, so that no request goes to an external service
     * by default.
     */
    basemap: BaseLayer.optional(),
  }),
  allowed_privileges: Privileges,
});
export type MapSettings = z.infer<typeof MapSettings>;

/** Any other group, for callers who may manage settings. */
const OtherGroup = z.looseObject({ id: z.string(), url: z.string(), allowed_privileges: Privileges });
export const ConfigGroup = z.union([Site, MapSettings, Features, OtherGroup]);

export const defaultSite = {
  name: '',
  description: '',
  email: '',
  timezone: 'UTC',
  language: 'en-US',
  date_format: 'n/j/Y',
  client_url: false as string | false,
  first_login: true,
  tier: 'free',
  private: false,
};

/** Nairobi at a low zoom, as in spec 2 §9. */
export const defaultMap = {
  clustering: true,
  cluster_radius: 50,
  location_precision: 2,
  default_view: {
    lat: -1.3048035,
    lon: 36.8473969,
    zoom: 2,
    baselayer: 'MapQuest',
    fit_map_boundaries: true,
    icon: 'map-marker',
    color: 'blue',
  },
};

const isTimezone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** The URL signature of a stored file expires (docs/decisions/0005); the logo is served without one. */
const stripUrlSignature = (address: string) =>
  address.includes('/storage/') ? address.replace(/\?.*$/, '') : address;

const siteName = SingleLineText.pipe(z.string().min(limits.siteName.min).max(limits.siteName.max));
const siteDescription = z.string().trim().max(limits.siteDescription);
const siteEmail = z.union([z.literal(''), z.email().max(limits.email)]);
const siteLanguage = z.string().min(2).max(limits.locale);

/** The form for the first settings of a deployment (spec 1 §5). */
export const FirstRunForm = z.object({ name: siteName, description: siteDescription });

/** The writable keys of `site`. All are optional, since a PUT merges. */
export const SiteInput = z.looseObject({
  name: siteName.optional(),
  description: siteDescription.optional(),
  email: siteEmail.optional(),
  language: siteLanguage.optional(),
  timezone: z
    .string()
    .min(3)
    .max(255)
    .refine(isTimezone, { error: ruleError('invalid') })
    .optional(),
  date_format: z
    .string()
    .max(5)
    .regex(/^[a-zA-Z]\/[a-zA-Z]\/[a-zA-Z]$/)
    .optional(),
  image_header: z.string().transform(stripUrlSignature).nullish(),
  private: BooleanIn.optional(),
  first_login: BooleanIn.optional(),
  gravatar: BooleanIn.optional(),
  hold_visitors: VisitorHoldPolicy.optional(),
  tos_release_date: z.union([z.literal(''), z.null(), z.iso.date()]).optional(),
  tos_url: z.union([z.literal(''), z.null(), z.url({ protocol: /^https?$/ }).max(limits.varchar)]).optional(),
});

/** A number as sent or typed; an empty text is not 0. */
const decimalInRange = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^[+-]?(\d+(\.\d*)?|\.\d+)$/)
        .transform(Number),
    ])
    .pipe(z.number().min(min).max(max));
const integerInRange = (min: number, max: number) =>
  z
    .union([z.number().int(), z.string().trim().regex(/^\d+$/).transform(Number)])
    .pipe(z.number().min(min).max(max));

/** Initial view of maps, and precision of places that are not public (spec 3 §5, §9). */
const mapFields = {
  lat: decimalInRange(-limits.latitude, limits.latitude),
  lon: decimalInRange(-limits.longitude, limits.longitude),
  zoom: decimalInRange(limits.zoom.min, limits.zoom.max),
  location_precision: integerInRange(limits.locationPrecision.min, limits.locationPrecision.max),
};

/** The form of the general settings. The client validates with it, the server with the groups that it writes to. */
export const GeneralForm = z.object({
  name: siteName,
  description: siteDescription,
  email: siteEmail,
  language: siteLanguage,
  private: z.boolean(),
  hold_visitors: VisitorHoldPolicy,
  ...mapFields,
  basemap: BaseLayer,
  fit_map_boundaries: z.boolean(),
  clustering: z.boolean(),
});

/** The writable keys of `map`. */
export const MapInput = z.looseObject({
  clustering: BooleanIn.optional(),
  cluster_radius: z.coerce.number().int().min(0).optional(),
  location_precision: mapFields.location_precision.optional(),
  default_view: z
    .looseObject({
      lat: mapFields.lat.optional(),
      lon: mapFields.lon.optional(),
      zoom: mapFields.zoom.optional(),
      fit_map_boundaries: BooleanIn.optional(),
      basemap: BaseLayer.optional(),
    })
    .optional(),
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
});

export const readConfig = defineEndpoint({
  name: 'readConfig',
  method: 'GET',
  path: '/config/{group}',
  summary: 'One configuration group',
  scope: 'config',
  params: groupParams,
  response: ConfigGroup,
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
