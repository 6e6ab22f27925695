/** Configuration as it holds: the defaults, with what is stored laid over them. */
import { type ProviderId, providerIds } from '@waypost/contract/data-sources/data-providers';
import { defaultDataProvider } from '@waypost/contract/data-sources/data-sources';
import { defaultFeatures } from '@waypost/contract/settings/features';
import { defaultMap, defaultSite, trialTiers } from '@waypost/contract/settings/settings';
import type { Tx } from '../kernel/db/database.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { operatorRowName, type StoredOperatorSettings } from './operator-settings.ts';
import { decryptOptions, findInvalidOptions } from './provider-secrets.ts';
import type { SettingsGroup } from './settings.rules.ts';
import { readStoredGroup, readStoredGroups, type StoredSettings } from './settings.sql.ts';

const defaults: Record<SettingsGroup, StoredSettings> = {
  site: defaultSite,
  map: defaultMap,
  features: defaultFeatures,
  'data-provider': defaultDataProvider,
  retention: {},
};

const isObject = (value: unknown): value is StoredSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nested objects are laid over their defaults too (API v3 §2.13). */
function mergeDeep(under: StoredSettings, overrides: StoredSettings): StoredSettings {
  const merged = { ...under };
  for (const [key, value] of Object.entries(overrides)) {
    const below = merged[key];
    merged[key] = isObject(below) && isObject(value) ? mergeDeep(below, value) : value;
  }
  return merged;
}

type Features = typeof defaultFeatures;
type Site = typeof defaultSite & StoredSettings;

/** Groups with their keys, in the order asked for, and the operator's word, which is laid over everything. */
async function readSettingsGroups(
  tx: Tx,
  groups: readonly SettingsGroup[],
): Promise<{ groups: StoredSettings[]; word: StoredOperatorSettings }> {
  const [stored, ...providerOptions] = await readStoredGroups(tx, [operatorRowName, ...groups]);
  const operatorSettings: StoredOperatorSettings = stored ?? {};
  const overrides: Partial<Record<SettingsGroup, StoredSettings>> = {
    site: operatorSettings.site ?? {},
    features: operatorSettings.features ?? {},
  };
  return {
    word: operatorSettings,
    groups: groups.map((group, at) =>
      mergeDeep(mergeDeep(defaults[group], providerOptions[at] ?? {}), overrides[group] ?? {}),
    ),
  };
}

/** A group's keys. */
export const readSettingsGroup = async (tx: Tx, group: SettingsGroup): Promise<StoredSettings> =>
  (await readSettingsGroups(tx, [group])).groups[0] ?? {};

export const readFeatures = (tx: Tx) => readSettingsGroup(tx, 'features') as Promise<Features>;
export const readSite = (tx: Tx) => readSettingsGroup(tx, 'site') as Promise<Site>;
export const readMap = (tx: Tx) =>
  readSettingsGroup(tx, 'map') as Promise<typeof defaultMap & StoredSettings>;

/** Which data sources are switched on. */
export async function readEnabledProviders(tx: Tx): Promise<Readonly<Record<string, unknown>>> {
  const providers = (await readSettingsGroup(tx, 'data-provider'))['providers'];
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
export async function readActiveProviders(tx: Tx, secretBox: SecretBox): Promise<ActiveProvider[]> {
  const { groups } = await readSettingsGroups(tx, ['features', 'data-provider']);
  const [features, group] = groups as [Features, StoredSettings];
  const enabledProviders = isObject(group['providers']) ? group['providers'] : {};
  return providerIds
    .filter((id) => enabledProviders[id] === true && features['data-providers'][id] === true)
    .flatMap((id) => {
      const providerOptions = isObject(group[id]) ? group[id] : {};
      const options = decryptOptions(secretBox, id, providerOptions);
      if (findInvalidOptions(id, options).length > 0) return [];
      const { form_id: survey, inbound_fields: fields } = providerOptions;
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
export const readRetention = (tx: Tx): Promise<StoredSettings> => readSettingsGroup(tx, 'retention');

/** The address that mail comes in by, where there is a mailbox and its account is called by it. */
export async function readMailboxAddress(tx: Tx): Promise<string | undefined> {
  const group = await readSettingsGroup(tx, 'data-provider');
  const [enabledProviders, providerOptions] = [group['providers'], group['email']];
  const name = isObject(providerOptions) ? providerOptions['incoming_username'] : undefined;
  const isOn = isObject(enabledProviders) && enabledProviders['email'] === true;
  return isOn && typeof name === 'string' && /^[^@\s<>]+@[^@\s<>]+$/.test(name) ? name : undefined;
}

const isPast = (date: unknown) => typeof date === 'string' && Date.parse(date) <= Date.now();

/** How the deployment stands, but for the posts that a trial shows, of which the settings know nothing. */
export async function readDeploymentState(
  tx: Tx,
): Promise<Omit<DeploymentState, 'lastVisiblePostId'> & { isTrial: boolean }> {
  const { groups, word: operatorSettings } = await readSettingsGroups(tx, ['site', 'features']);
  const [site, features] = groups as [Site, Features];
  const isTrial = trialTiers.includes(site.tier);
  const extended = site['extension_date'];
  return {
    isClosed: site.private && features.private.enabled,
    isUnderMaintenance: operatorSettings.maintenance ?? false,
    isTrial,
    isTrialOver: isTrial && isPast(site['expiration_date']) && (!extended || isPast(extended)),
  };
}

/** What addresses of files are sealed with; made with the tables, no group that the interface shows. */
export async function readSigningKey(tx: Tx): Promise<Buffer> {
  const { key } = await readStoredGroup(tx, 'file-seal');
  return Buffer.from(String(key), 'base64url');
}
