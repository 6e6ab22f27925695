/**
 * Validation of the configuration group `data-provider` (API v3 §2.13), and its secrets, which are stored encrypted and never sent
 * to clients.
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
import { isObject } from './stored-values.ts';

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** Whether a value that was sent means the stored secret. Values are stored without spaces around them, so the mask is recognised with them. */
const isMask = (value: unknown): boolean => toText(value) === secretMask;

/** The server that a data source connects to, as a key: host, port and security, or a URL. */
const endpointKeyOf = (id: ProviderId, own: StoredSettings): string =>
  JSON.stringify(
    Object.entries(describeProvider(id).options).flatMap(([key, { endpoint }]) =>
      endpoint ? [toText(own[key])] : [],
    ),
  );

/** Binds a secret to one server: with changed server options the secret cannot be decrypted. */
const encryptionPurposeOf = (id: ProviderId, option: string, own: StoredSettings) =>
  `data-provider/${id}/${option}/${endpointKeyOf(id, own)}`;

/** The purpose that earlier versions used, without a server. */
const legacyPurposeOf = (id: ProviderId, option: string) => `data-provider/${id}/${option}`;

const secretOptionsOf = (id: ProviderId): string[] =>
  Object.entries(describeProvider(id).options).flatMap(([key, { secret }]) => (secret ? [key] : []));

/** Applies `change` to each data source of a group; other keys stay as they are. */
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

/** Drops unknown options that look like secrets: nothing would encrypt or mask them. */
const dropUnknownSecrets = (id: ProviderId, own: StoredSettings): StoredSettings => {
  const knownOptions = describeProvider(id).options;
  return Object.fromEntries(
    Object.entries(own).filter(([key]) => Object.hasOwn(knownOptions, key) || !secretNamePattern.test(key)),
  );
};

/** Replaces each stored secret by a mask. */
export const maskSecrets = (group: StoredSettings): StoredSettings =>
  mapProviders(group, (id, stored) => {
    // Earlier versions stored unknown options.
    const own = dropUnknownSecrets(id, stored);
    const masked = secretOptionsOf(id).filter((key) => isEncrypted(own[key]));
    return { ...own, ...Object.fromEntries(masked.map((key) => [key, secretMask])) };
  });

/** Encrypts new secrets of a change. A mask that was sent back keeps the stored secret. */
export const encryptSecrets = (
  secretBox: SecretBox,
  before: StoredSettings,
  change: StoredSettings,
): StoredSettings =>
  mapProviders(change, (id, changedOptions) => {
    const own = dropUnknownSecrets(id, changedOptions);
    const stored = isObject(before[id]) ? before[id] : {};
    const encrypted = secretOptionsOf(id)
      .filter((key) => key in own)
      .map((key) => {
        const value = own[key];
        if (isMask(value)) return [key, stored[key] ?? ''];
        const secret = toText(value);
        return [key, secret === '' ? '' : secretBox.encrypt(secret, encryptionPurposeOf(id, key, own))];
      });
    return { ...own, ...Object.fromEntries(encrypted) };
  });

/** Decrypted options of a data source, as text. Options that are not set or cannot be decrypted are empty. */
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
 * Finds secrets that were sent back masked together with a changed server. They must be entered again, or they would be sent to the
 * new server.
 * @param change as it was sent
 */
export const findSecretsToReenter = (before: StoredSettings, change: StoredSettings): FieldError[] =>
  Object.entries(change).flatMap(([id, own]): FieldError[] => {
    if (!isProviderId(id) || !isObject(own)) return [];
    const stored = isObject(before[id]) ? before[id] : {};
    if (endpointKeyOf(id, stored) === endpointKeyOf(id, own)) return [];
    const masked = secretOptionsOf(id).filter((key) => isMask(own[key]));
    if (masked.length === 0) return [];
    return [{ field: id, rule: 'secretNeeded', params: { options: masked.join(', ') } }];
  });

/** Re-encrypts secrets that are not bound to a server yet, bound to the server of their options. */
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

/** Finds secrets that are part of a URL and contain invalid characters. It must run before they are encrypted. */
export const findInvalidUrlSecrets = (change: StoredSettings): FieldError[] =>
  Object.entries(change).flatMap(([id, own]): FieldError[] => {
    if (!isProviderId(id) || !isObject(own)) return [];
    const names = Object.entries(describeProvider(id).options).flatMap(([key, { inAddress }]) =>
      inAddress && own[key] !== undefined && own[key] !== null ? [key] : [],
    );
    const invalidOptions = names.filter((key) => findInvalidOptions(id, { [key]: own[key] }).includes(key));
    return invalidOptions.length === 0
      ? []
      : [{ field: id, rule: 'providerIncomplete', params: { options: invalidOptions.join(', ') } }];
  });

/** Names of options that are missing or invalid. */
export function findInvalidOptions(id: ProviderId, options: Record<string, unknown>): string[] {
  const parsed = getProviderSchema(id).safeParse(options);
  return parsed.success ? [] : [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')))];
}

const enabledProvidersOf = (group: StoredSettings): StoredSettings =>
  isObject(group['providers']) ? group['providers'] : {};

/**
 * Validates a change. A source that is off may be stored incomplete; one that is on must have all required options.
 * @param offeredProviders the operator's switches, `data-providers` of the features
 */
export function validateProviders(
  offeredProviders: Readonly<Record<string, boolean>>,
  before: StoredSettings,
  change: StoredSettings,
): FieldError[] {
  const [enabledBefore, enabledAfter] = [
    enabledProvidersOf(before),
    isObject(change['providers']) ? change['providers'] : enabledProvidersOf(before),
  ];
  const enabledIds = Object.keys(enabledAfter).filter((id) => enabledAfter[id] === true);
  const unavailable = enabledIds.filter((id) => !isProviderId(id) || offeredProviders[id] !== true);
  if (unavailable.length > 0)
    return [{ field: 'providers', rule: 'providerNotAvailable', params: { value: unavailable.join(', ') } }];
  return enabledIds.filter(isProviderId).flatMap((id): FieldError[] => {
    const isTouched = enabledBefore[id] !== true || isObject(change[id]);
    const own = maskSecrets({ [id]: change[id] ?? before[id] })[id];
    const invalidOptions = isTouched ? findInvalidOptions(id, isObject(own) ? own : {}) : [];
    if (invalidOptions.length === 0) return [];
    return [{ field: id, rule: 'providerIncomplete', params: { options: invalidOptions.join(', ') } }];
  });
}

/** Surveys that a change refers to, by data source. */
export const findReferencedSurveys = (change: StoredSettings): [id: ProviderId, survey: number][] =>
  Object.entries(change).flatMap(([id, own]): [ProviderId, number][] => {
    const survey = isProviderId(id) && isObject(own) ? own['form_id'] : undefined;
    return isProviderId(id) && typeof survey === 'number' ? [[id, survey]] : [];
  });
