/** Configuration as it holds: the defaults, with what is stored laid over them. */
import { type ProviderId, providerIds } from '@waypost/contract/data-providers';
import { defaultDataProvider } from '@waypost/contract/data-sources';
import { defaultFeatures } from '@waypost/contract/features';
import { defaultMap, defaultSite, trialTiers } from '@waypost/contract/settings';
import type { Tx } from '../kernel/db.ts';
import type { Standing } from '../kernel/standing.ts';
import type { Vault } from '../kernel/vault.ts';
import { operatorsRow, type StoredWord } from './operator.ts';
import { openOptions, wrongOptions } from './provider-secrets.ts';
import type { Group } from './settings.rules.ts';
import { readStored, readStoredOf, type Stored } from './settings.sql.ts';

const defaults: Record<Group, Stored> = {
  site: defaultSite,
  map: defaultMap,
  features: defaultFeatures,
  'data-provider': defaultDataProvider,
  retention: {},
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

type Features = typeof defaultFeatures;
type Site = typeof defaultSite & Stored;

/** Groups with their keys, in the order asked for, and the operator's word, which is laid over everything. */
async function readGroups(tx: Tx, groups: readonly Group[]): Promise<{ groups: Stored[]; word: StoredWord }> {
  const [stored, ...own] = await readStoredOf(tx, [operatorsRow, ...groups]);
  const word: StoredWord = stored ?? {};
  const over: Partial<Record<Group, Stored>> = { site: word.site ?? {}, features: word.features ?? {} };
  return {
    word,
    groups: groups.map((group, at) => lay(lay(defaults[group], own[at] ?? {}), over[group] ?? {})),
  };
}

/** A group's keys. */
export const readGroup = async (tx: Tx, group: Group): Promise<Stored> =>
  (await readGroups(tx, [group])).groups[0] ?? {};

export const readFeatures = (tx: Tx) => readGroup(tx, 'features') as Promise<Features>;
export const readSite = (tx: Tx) => readGroup(tx, 'site') as Promise<Site>;
export const readMap = (tx: Tx) => readGroup(tx, 'map') as Promise<typeof defaultMap & Stored>;

/** Which data sources are switched on. */
export async function readProviders(tx: Tx): Promise<Readonly<Record<string, unknown>>> {
  const providers = (await readGroup(tx, 'data-provider'))['providers'];
  return isObject(providers) ? providers : {};
}

/** A data source that is switched on and offered, and what is set for it. */
export interface ActiveProvider {
  id: ProviderId;
  /** In plain. */
  options: Readonly<Record<string, string>>;
  survey: number | null;
  /** Fields of a survey by the source's fields. */
  mapping: Readonly<Record<string, string>>;
}

/** Data sources that are offered here, switched on, and have what they need. */
export async function readActiveProviders(tx: Tx, vault: Vault): Promise<ActiveProvider[]> {
  const { groups } = await readGroups(tx, ['features', 'data-provider']);
  const [features, group] = groups as [Features, Stored];
  const on = isObject(group['providers']) ? group['providers'] : {};
  return providerIds
    .filter((id) => on[id] === true && features['data-providers'][id] === true)
    .flatMap((id) => {
      const own = isObject(group[id]) ? group[id] : {};
      const options = openOptions(vault, id, own);
      if (wrongOptions(id, options).length > 0) return [];
      const { form_id: survey, inbound_fields: fields } = own;
      const mapping = Object.entries(isObject(fields) ? fields : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
      );
      return [
        {
          id,
          options,
          survey: typeof survey === 'number' ? survey : null,
          mapping: Object.fromEntries(mapping),
        },
      ];
    });
}

/** After how many days personal data of each kind goes; absent or null where it stays. */
export const readRetention = (tx: Tx): Promise<Stored> => readGroup(tx, 'retention');

/** The address that mail comes in by, where there is a mailbox and its account is called by it. */
export async function readMailbox(tx: Tx): Promise<string | undefined> {
  const group = await readGroup(tx, 'data-provider');
  const [on, own] = [group['providers'], group['email']];
  const name = isObject(own) ? own['incoming_username'] : undefined;
  const isOn = isObject(on) && on['email'] === true;
  return isOn && typeof name === 'string' && /^[^@\s<>]+@[^@\s<>]+$/.test(name) ? name : undefined;
}

const hasPassed = (date: unknown) => typeof date === 'string' && Date.parse(date) <= Date.now();

/** How the deployment stands, but for the posts that a trial shows, of which the settings know nothing. */
export async function readStanding(tx: Tx): Promise<Omit<Standing, 'lastPost'> & { isTrial: boolean }> {
  const { groups, word } = await readGroups(tx, ['site', 'features']);
  const [site, features] = groups as [Site, Features];
  const isTrial = trialTiers.includes(site.tier);
  const extended = site['extension_date'];
  return {
    isClosed: site.private && features.private.enabled,
    isDown: word.maintenance ?? false,
    isTrial,
    isOver: isTrial && hasPassed(site['expiration_date']) && (!extended || hasPassed(extended)),
  };
}

/** What addresses of files are sealed with; made with the tables, no group that the interface shows. */
export async function readFileKey(tx: Tx): Promise<Buffer> {
  const { key } = await readStored(tx, 'file-seal');
  return Buffer.from(String(key), 'base64url');
}
