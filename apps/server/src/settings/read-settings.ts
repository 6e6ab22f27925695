/** Effective configuration: the defaults, overridden by stored values and by the operator's settings. */
import { randomBytes } from 'node:crypto';
import { type ProviderId, providerIds } from '@waypost/contract/data-sources/data-providers';
import { isSourceAuthenticated } from '@waypost/contract/data-sources/source-authentication';
import { type defaultFeatures, endpointFeatures } from '@waypost/contract/settings/features';
import {
  type defaultMap,
  type defaultSite,
  type SettingsGroup,
  trialTiers,
} from '@waypost/contract/settings/settings';
import type { Tx } from '../kernel/db/database.ts';
import { FileUrlSigner } from '../kernel/files/file-url-signer.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { readHiddenState } from './hidden-state.ts';
import { operatorRowName, type StoredOperatorSettings } from './operator-settings.ts';
import { decryptOptions, findInvalidOptions } from './provider-secrets.ts';
import { mergeStoredGroup, readStoredGroup, readStoredGroups, type StoredSettings } from './settings.sql.ts';
import { groupRules } from './settings-groups.ts';
import { isObject } from './stored-values.ts';

/** Merges nested objects too (API v3 §2.13). */
function mergeDeep(base: StoredSettings, overrides: StoredSettings): StoredSettings {
  const merged = { ...base };
  for (const [key, value] of Object.entries(overrides)) {
    const baseValue = merged[key];
    merged[key] = isObject(baseValue) && isObject(value) ? mergeDeep(baseValue, value) : value;
  }
  return merged;
}

type Features = typeof defaultFeatures;
type Site = typeof defaultSite & StoredSettings;

/** Groups in the given order, and the operator's settings, which override the groups. */
async function readSettingsGroups(
  tx: Tx,
  groups: readonly SettingsGroup[],
): Promise<{ groups: StoredSettings[]; operatorSettings: StoredOperatorSettings }> {
  const [operatorRow, ...storedGroups] = await readStoredGroups(tx, [operatorRowName, ...groups]);
  const operatorSettings: StoredOperatorSettings = operatorRow ?? {};
  const overrides: Partial<Record<SettingsGroup, StoredSettings>> = {
    site: operatorSettings.site ?? {},
    features: operatorSettings.features ?? {},
  };
  return {
    operatorSettings,
    groups: groups.map((group, index) =>
      mergeDeep(mergeDeep(groupRules[group].defaults, storedGroups[index] ?? {}), overrides[group] ?? {}),
    ),
  };
}

/** The effective settings of a group. */
export const readSettingsGroup = async (tx: Tx, group: SettingsGroup): Promise<StoredSettings> =>
  (await readSettingsGroups(tx, [group])).groups[0] ?? {};

/** Features and limits of the deployment. */
export const readFeatures = (tx: Tx) => readSettingsGroup(tx, 'features') as Promise<Features>;
/** Name, address and other settings of the site. */
export const readSite = (tx: Tx) => readSettingsGroup(tx, 'site') as Promise<Site>;
/** Settings of the map. */
export const readMap = (tx: Tx) =>
  readSettingsGroup(tx, 'map') as Promise<typeof defaultMap & StoredSettings>;

/** The on/off switches of data sources, by id. */
export async function readEnabledProviders(tx: Tx): Promise<Readonly<Record<string, unknown>>> {
  const providers = (await readSettingsGroup(tx, 'data-provider'))['providers'];
  return isObject(providers) ? providers : {};
}

/** A data source that is switched on and offered by the operator, with its settings. */
export interface ActiveProvider {
  id: ProviderId;
  /** Decrypted. */
  options: Readonly<Record<string, string>>;
  /** False: everybody who knows its URL can send messages as anybody (docs/decisions/0104). */
  isAuthenticated: boolean;
  survey: number | null;
  /** Fields of the survey by fields of the source. */
  mapping: Readonly<Record<string, string>>;
}

/** Data sources that the operator offers and that have all required options, out of those that are wanted. */
async function readConfiguredProviders(
  tx: Tx,
  secretBox: SecretBox,
  isWanted: (id: ProviderId, isEnabled: boolean) => boolean,
): Promise<ActiveProvider[]> {
  const { groups } = await readSettingsGroups(tx, ['features', 'data-provider']);
  const [features, group] = groups as [Features, StoredSettings];
  const enabledProviders = isObject(group['providers']) ? group['providers'] : {};
  return providerIds
    .filter((id) => features['data-providers'][id] === true && isWanted(id, enabledProviders[id] === true))
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
          isAuthenticated: isSourceAuthenticated(id, options),
          survey: typeof survey === 'number' ? survey : null,
          mapping: Object.fromEntries(mapping),
        },
      ];
    });
}

/** Data sources whose requests are authenticated as they are set up, even if they are off or incomplete (docs/decisions/0104). */
export async function readAuthenticatedProviders(
  tx: Tx,
  secretBox: SecretBox,
): Promise<ReadonlySet<ProviderId>> {
  const group = await readSettingsGroup(tx, 'data-provider');
  return new Set(
    providerIds.filter((id) => isSourceAuthenticated(id, decryptOptions(secretBox, id, group[id]))),
  );
}

/** Data sources that the operator offers, that are switched on and have all required options. */
export const readActiveProviders = (tx: Tx, secretBox: SecretBox): Promise<ActiveProvider[]> =>
  readConfiguredProviders(tx, secretBox, (_id, isEnabled) => isEnabled);

/** A data source that the operator offers and that has all required options, even if it is switched off. */
export const readConfiguredProvider = async (
  tx: Tx,
  secretBox: SecretBox,
  wantedId: ProviderId,
): Promise<ActiveProvider | undefined> =>
  (await readConfiguredProviders(tx, secretBox, (id) => id === wantedId))[0];

/** After how many days personal data of each kind is deleted; absent or null: never. */
export const readRetention = (tx: Tx): Promise<StoredSettings> => readSettingsGroup(tx, 'retention');

/** The e-mail address of the incoming mailbox; undefined if there is none or its user name is not an address. */
export async function readMailboxAddress(tx: Tx): Promise<string | undefined> {
  const group = await readSettingsGroup(tx, 'data-provider');
  const [enabledProviders, providerOptions] = [group['providers'], group['email']];
  const name = isObject(providerOptions) ? providerOptions['incoming_username'] : undefined;
  const isEnabled = isObject(enabledProviders) && enabledProviders['email'] === true;
  return isEnabled && typeof name === 'string' && /^[^@\s<>]+@[^@\s<>]+$/.test(name) ? name : undefined;
}

const isPast = (date: unknown) => typeof date === 'string' && Date.parse(date) <= Date.now();

/** The deployment state without `lastVisiblePostId`, which depends on posts. */
export async function readDeploymentState(
  tx: Tx,
): Promise<Omit<DeploymentState, 'lastVisiblePostId'> & { isTrial: boolean }> {
  const { groups, operatorSettings } = await readSettingsGroups(tx, ['site', 'features']);
  const [site, features] = groups as [Site, Features];
  const isTrial = trialTiers.includes(site.tier);
  const extended = site['extension_date'];
  return {
    // Also without the feature `private`: whoever switches it off must not open what was private.
    isClosed: site.private,
    isHidden: site.private && (await readHiddenState(tx)) !== null,
    isUnderMaintenance: operatorSettings.maintenance ?? false,
    isTrial,
    isTrialOver: isTrial && isPast(site['expiration_date']) && (!extended || isPast(extended)),
    needsPersonalDataReason: site['personal_data_reason'] === true,
    disabledFeatures: new Set(endpointFeatures.filter((name) => !features[name].enabled)),
  };
}

/** Keys of signatures. A migration creates the first; the row is not a settings group of the API. */
const signingKeysRow = 'file-seal';

/** A key of the row. @throws TypeError if there is none: what everyone can compute must never sign */
function parseSigningKey(key: unknown): Buffer {
  const bytes = Buffer.from(typeof key === 'string' ? key : '', 'base64url');
  if (bytes.length < 32) throw new TypeError('the database lacks the key of signatures');
  return bytes;
}

/** The key that signs unsubscribe links, and from which the keys of devices are derived. It never changes. */
export async function readSigningKey(tx: Tx): Promise<Buffer> {
  const { key } = await readStoredGroup(tx, signingKeysRow);
  return parseSigningKey(key);
}

/** The signer of file URLs. Its key is that of `readSigningKey` until it is replaced. */
export async function readFileUrlSigner(tx: Tx): Promise<FileUrlSigner> {
  const { key, file_key: replacedKey } = await readStoredGroup(tx, signingKeysRow);
  return new FileUrlSigner(parseSigningKey(replacedKey ?? key));
}

/** Makes all signed file URLs invalid. */
export const replaceFileUrlKey = (tx: Tx): Promise<void> =>
  mergeStoredGroup(tx, signingKeysRow, { file_key: randomBytes(32).toString('base64url') });
