/** Feature switches (wire 2.13 and 6.1): set by the operator, read by everyone, never written over the wire. */
import { z } from 'zod';
import { Privileges } from './privileges.ts';

const Switch = z.object({ enabled: z.boolean() });
/** `true`: no limit. */
const Limit = z.union([z.literal(true), z.number().int().min(0)]);
const Views = z.object({
  data: z.boolean(),
  map: z.boolean(),
  list: z.boolean(),
  chart: z.boolean(),
  timeline: z.boolean(),
  activity: z.boolean(),
  plan: z.boolean(),
});
const Limits = z.object({ posts: Limit, forms: Limit, admin_users: Limit });

export const Features = z.object({
  id: z.literal('features'),
  url: z.string(),
  views: Views,
  'data-providers': z.record(z.string(), z.boolean()),
  limits: Limits,
  private: Switch,
  roles: Switch,
  webhooks: Switch,
  'data-import': Switch,
  'targeted-surveys': Switch,
  'csv-speedup': Switch,
  hxl: Switch,
  'user-settings': Switch,
  'anonymise-reporters': Switch,
  allowed_privileges: Privileges,
});
export type Features = z.infer<typeof Features>;

/** What a new deployment has. */
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
  },
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

/**
 * What the operator says of features: any part of them, and nothing that is not one, since a misspelt switch would switch
 * nothing.
 */
export const FeatureWishes = Features.omit({ id: true, url: true, allowed_privileges: true })
  .extend({ views: Views.partial().strict(), limits: Limits.partial().strict() })
  .partial()
  .strict();
export type FeatureWishes = z.infer<typeof FeatureWishes>;
