/**
 * Feature switches (API v3 §2.13 and §6.1): set by the operator, readable for everyone, never writable through the
 * API.
 */
import { z } from 'zod';
import { Privileges } from '../common/permissions.ts';
import type { ProviderId } from '../data-sources/data-providers.ts';

const FeatureSwitch = z.object({ enabled: z.boolean() });
/** `true`: no limit. */
const FeatureLimit = z.union([z.literal(true), z.number().int().min(0)]);
const ViewSwitches = z.object({
  data: z.boolean(),
  map: z.boolean(),
  list: z.boolean(),
  chart: z.boolean(),
  timeline: z.boolean(),
  activity: z.boolean(),
  plan: z.boolean(),
});
const FeatureLimits = z.object({ posts: FeatureLimit, forms: FeatureLimit, admin_users: FeatureLimit });

/** The configuration group `features`. */
export const Features = z.object({
  id: z.literal('features'),
  url: z.string(),
  views: ViewSwitches,
  'data-providers': z.record(z.string(), z.boolean()),
  limits: FeatureLimits,
  private: FeatureSwitch,
  roles: FeatureSwitch,
  webhooks: FeatureSwitch,
  'data-import': FeatureSwitch,
  'targeted-surveys': FeatureSwitch,
  'csv-speedup': FeatureSwitch,
  hxl: FeatureSwitch,
  'user-settings': FeatureSwitch,
  'anonymise-reporters': FeatureSwitch,
  allowed_privileges: Privileges,
});
export type Features = z.infer<typeof Features>;

/** Features whose endpoints declare them (`Endpoint.feature`), and are refused while the feature is off (API v3 §6.1). */
export const endpointFeatures = [
  'webhooks',
  'data-import',
  'targeted-surveys',
  'hxl',
  'user-settings',
] as const satisfies readonly (keyof Features)[];
/** A feature that has endpoints. */
export type EndpointFeature = (typeof endpointFeatures)[number];

/** The features of a new deployment. */
export const defaultFeatures: Omit<Features, 'id' | 'url' | 'allowed_privileges'> = {
  views: { data: true, map: true, list: true, chart: true, timeline: true, activity: true, plan: false },
  'data-providers': {
    smssync: true,
    twitter: true,
    frontlinesms: true,
    email: true,
    outgoingemail: true,
    twilio: true,
    nexmo: true,
    mastodon: true,
    rss: true,
    testservice: false,
  } satisfies Record<ProviderId | 'testservice', boolean>,
  limits: { posts: true, forms: true, admin_users: true },
  private: { enabled: true },
  roles: { enabled: true },
  webhooks: { enabled: true },
  'data-import': { enabled: true },
  'targeted-surveys': { enabled: true },
  'csv-speedup': { enabled: false },
  hxl: { enabled: true },
  'user-settings': { enabled: true },
  'anonymise-reporters': { enabled: true },
};

/** The operator's overrides of features. Unknown keys are rejected, since a misspelt switch would have no effect. */
export const FeatureOverrides = Features.omit({ id: true, url: true, allowed_privileges: true })
  .extend({ views: ViewSwitches.partial().strict(), limits: FeatureLimits.partial().strict() })
  .partial()
  .strict();
export type FeatureOverrides = z.infer<typeof FeatureOverrides>;
