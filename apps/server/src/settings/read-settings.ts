/** Configuration as it holds: the defaults, with what is stored laid over them. */
import { defaultFeatures } from '@waypost/contract/features';
import { defaultMap, defaultSite } from '@waypost/contract/settings';
import type { Tx } from '../kernel/db.ts';
import type { Group } from './settings.rules.ts';
import { readStored, type Stored } from './settings.sql.ts';

const defaults: Record<Group, Stored> = {
  site: defaultSite,
  map: defaultMap,
  features: defaultFeatures,
  'data-provider': {
    providers: {},
    email: {},
    twilio: {},
    smssync: {},
    twitter: {},
    nexmo: {},
    frontlinesms: {},
  },
};

const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nested objects are laid over their defaults too (wire 2.13). */
function lay(under: Stored, over: Stored): Stored {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isObject(below) && isObject(value) ? lay(below, value) : value;
  }
  return merged;
}

/** A group's keys. */
export const readGroup = async (tx: Tx, group: Group): Promise<Stored> =>
  lay(defaults[group], await readStored(tx, group));

export const readFeatures = (tx: Tx) => readGroup(tx, 'features') as Promise<typeof defaultFeatures>;
export const readSite = (tx: Tx) => readGroup(tx, 'site') as Promise<typeof defaultSite & Stored>;
export const readMap = (tx: Tx) => readGroup(tx, 'map') as Promise<typeof defaultMap & Stored>;

/** Which data sources are switched on. */
export async function readProviders(tx: Tx): Promise<Readonly<Record<string, unknown>>> {
  const providers = (await readGroup(tx, 'data-provider'))['providers'];
  return isObject(providers) ? providers : {};
}

/** Whether only those who have signed in get in (wire 1.13). */
export async function isClosed(tx: Tx): Promise<boolean> {
  const site = await readSite(tx);
  return site.private && (await readFeatures(tx)).private.enabled;
}
