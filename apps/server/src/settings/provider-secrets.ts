/**
 * The configuration group `data-provider` (API v3 §2.13): what is judged before it is stored, and its secrets, which are kept
 * encrypted and sent to nobody.
 */

import type { FieldError } from '@waypost/contract/common/problems';
import {
  describeProvider,
  isProviderId,
  type ProviderId,
  secretMask,
} from '@waypost/contract/data-sources/data-providers';
import { getProviderSchema } from '@waypost/contract/data-sources/data-sources';
import { isEncrypted, type SecretBox } from '../kernel/security/secret-box.ts';
import type { StoredSettings } from './settings.sql.ts';

const isObject = (value: unknown): value is StoredSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** Which server a data source asks, and how safely: host, port, security, or an address. */
const endpointKeyOf = (id: ProviderId, own: StoredSettings): string =>
  JSON.stringify(
    Object.entries(describeProvider(id).options).flatMap(([key, { endpoint }]) =>
      endpoint ? [toText(own[key])] : [],
    ),
  );

/** A secret is sealed for one server: wherever a changed one comes from, the secret does not open for it. */
const encryptionPurposeOf = (id: ProviderId, option: string, own: StoredSettings) =>
  `data-provider/${id}/${option}/${endpointKeyOf(id, own)}`;

/** As it was before secrets were bound to servers. */
const legacyPurposeOf = (id: ProviderId, option: string) => `data-provider/${id}/${option}`;

const secretOptionsOf = (id: ProviderId): string[] =>
  Object.entries(describeProvider(id).options).flatMap(([key, { secret }]) => (secret ? [key] : []));

/** Each data source of a group changed by `change`; other keys stay as they are. */
function mapProviders(
  group: StoredSettings,
  change: (id: ProviderId, own: StoredSettings) => StoredSettings,
): StoredSettings {
  return Object.fromEntries(
    Object.entries(group).map(([key, own]) => [
      key,
      isProviderId(key) && isObject(own) ? change(key, own) : own,
    ]),
  );
}

/** Names of options that hold a secret. */
const secretNamePattern = /pass(word|wd|phrase)|secret|token|key(?!word)/i;

/** Without options that the data source does not know and that look like secrets: nothing would encrypt or mask them. */
const dropUnknownSecrets = (id: ProviderId, own: StoredSettings): StoredSettings => {
  const known = describeProvider(id).options;
  return Object.fromEntries(
    Object.entries(own).filter(([key]) => Object.hasOwn(known, key) || !secretNamePattern.test(key)),
  );
};

/** With a mask in place of each secret that is stored. */
export const maskSecrets = (group: StoredSettings): StoredSettings =>
  mapProviders(group, (id, stored) => {
    // An earlier version stored them.
    const own = dropUnknownSecrets(id, stored);
    const masked = secretOptionsOf(id).filter((key) => isEncrypted(own[key]));
    return { ...own, ...Object.fromEntries(masked.map((key) => [key, secretMask])) };
  });

/** As it is stored: what was typed is sealed, and what came back masked stays what it was. */
export const encryptSecrets = (
  secretBox: SecretBox,
  before: StoredSettings,
  change: StoredSettings,
): StoredSettings =>
  mapProviders(change, (id, sent) => {
    const own = dropUnknownSecrets(id, sent);
    const known = isObject(before[id]) ? before[id] : {};
    const sealed = secretOptionsOf(id)
      .filter((key) => key in own)
      .map((key) => {
        const value = own[key];
        if (value === secretMask) return [key, known[key] ?? ''];
        const typed = toText(value);
        return [key, typed === '' ? '' : secretBox.encrypt(typed, encryptionPurposeOf(id, key, own))];
      });
    return { ...own, ...Object.fromEntries(sealed) };
  });

/** The options of a data source in plain, each as text; those that were never set, or cannot be read any more, are empty. */
export function decryptOptions(
  secretBox: SecretBox,
  id: ProviderId,
  storedOptions: unknown,
): Record<string, string> {
  const stored = isObject(storedOptions) ? storedOptions : {};
  const secrets = new Set(secretOptionsOf(id));
  return Object.fromEntries(
    Object.keys(describeProvider(id).options).map((key) => {
      const value = stored[key];
      if (secrets.has(key) && typeof value === 'string')
        return [key, secretBox.decrypt(value, encryptionPurposeOf(id, key, stored)) ?? ''];
      return [key, toText(value)];
    }),
  );
}

/**
 * Secrets that came back as a mask together with another server. They would go to that server, so they have to be typed again.
 * @param change as it was sent
 */
export const findSecretsToReenter = (before: StoredSettings, change: StoredSettings): FieldError[] =>
  Object.entries(change).flatMap(([id, own]): FieldError[] => {
    if (!isProviderId(id) || !isObject(own)) return [];
    const known = isObject(before[id]) ? before[id] : {};
    if (endpointKeyOf(id, known) === endpointKeyOf(id, own)) return [];
    const masked = secretOptionsOf(id).filter((key) => own[key] === secretMask);
    if (masked.length === 0) return [];
    return [{ field: id, rule: 'secretNeeded', params: { options: masked.join(', ') } }];
  });

/** Secrets that were sealed before they were bound to servers, sealed anew for the server that stands beside them. */
export const rebindSecrets = (secretBox: SecretBox, group: StoredSettings): StoredSettings =>
  mapProviders(group, (id, own) => {
    const bound = secretOptionsOf(id).flatMap((key) => {
      const value = own[key];
      const plain =
        typeof value === 'string' ? secretBox.decrypt(value, legacyPurposeOf(id, key)) : undefined;
      return plain === undefined ? [] : [[key, secretBox.encrypt(plain, encryptionPurposeOf(id, key, own))]];
    });
    return { ...own, ...Object.fromEntries(bound) };
  });

/** Secrets that stand in addresses and cannot: they are looked at before they are sealed. */
export const findInvalidUrlSecrets = (change: StoredSettings): FieldError[] =>
  Object.entries(change).flatMap(([id, own]): FieldError[] => {
    if (!isProviderId(id) || !isObject(own)) return [];
    const names = Object.entries(describeProvider(id).options).flatMap(([key, { inAddress }]) =>
      inAddress && own[key] !== undefined && own[key] !== null ? [key] : [],
    );
    const wrong = names.filter((key) => findInvalidOptions(id, { [key]: own[key] }).includes(key));
    return wrong.length === 0
      ? []
      : [{ field: id, rule: 'providerIncomplete', params: { options: wrong.join(', ') } }];
  });

/** Options that are missing or cannot be meant. */
export function findInvalidOptions(id: ProviderId, options: Record<string, unknown>): string[] {
  const parsed = getProviderSchema(id).safeParse(options);
  return parsed.success ? [] : [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')))];
}

const enabledProvidersOf = (group: StoredSettings): StoredSettings =>
  isObject(group['providers']) ? group['providers'] : {};

/**
 * What is wrong with a change. A source that is off may be stored half finished; one that is on must work.
 * @param offeredProviders the operator's switches, `data-providers` of the features
 */
export function validateProviders(
  offeredProviders: Readonly<Record<string, boolean>>,
  before: StoredSettings,
  change: StoredSettings,
): FieldError[] {
  const [was, is] = [
    enabledProvidersOf(before),
    isObject(change['providers']) ? change['providers'] : enabledProvidersOf(before),
  ];
  const on = Object.keys(is).filter((id) => is[id] === true);
  const missing = on.filter((id) => !isProviderId(id) || offeredProviders[id] !== true);
  if (missing.length > 0)
    return [{ field: 'providers', rule: 'providerNotAvailable', params: { value: missing.join(', ') } }];
  return on.filter(isProviderId).flatMap((id): FieldError[] => {
    const isTouched = was[id] !== true || isObject(change[id]);
    const own = maskSecrets({ [id]: change[id] ?? before[id] })[id];
    const wrong = isTouched ? findInvalidOptions(id, isObject(own) ? own : {}) : [];
    if (wrong.length === 0) return [];
    return [{ field: id, rule: 'providerIncomplete', params: { options: wrong.join(', ') } }];
  });
}

/** The surveys that a change names, by the data source. */
export const findReferencedSurveys = (change: StoredSettings): [id: ProviderId, survey: number][] =>
  Object.entries(change).flatMap(([id, own]): [ProviderId, number][] => {
    const survey = isProviderId(id) && isObject(own) ? own['form_id'] : undefined;
    return isProviderId(id) && typeof survey === 'number' ? [[id, survey]] : [];
  });
