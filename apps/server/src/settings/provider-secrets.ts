/**
 * The configuration group `data-provider` (wire 2.13): what is judged before it is stored, and its secrets, which are kept
 * encrypted and sent to nobody.
 */
import { describedAs, isProviderId, type ProviderId, secretMask } from '@waypost/contract/data-providers';
import { providerForm } from '@waypost/contract/data-sources';
import type { Fault } from '@waypost/contract/problems';
import { isSealed, type Vault } from '../kernel/vault.ts';
import type { Stored } from './settings.sql.ts';

const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** Which server a data source asks, and how safely: host, port, security, or an address. */
const endpointOf = (id: ProviderId, own: Stored): string =>
  JSON.stringify(
    Object.entries(describedAs(id).options).flatMap(([key, { endpoint }]) =>
      endpoint ? [textIn(own[key])] : [],
    ),
  );

/** A secret is sealed for one server: wherever a changed one comes from, the secret does not open for it. */
const purposeOf = (id: ProviderId, option: string, own: Stored) =>
  `data-provider/${id}/${option}/${endpointOf(id, own)}`;

/** As it was before secrets were bound to servers. */
const unboundPurposeOf = (id: ProviderId, option: string) => `data-provider/${id}/${option}`;

const secretsOf = (id: ProviderId): string[] =>
  Object.entries(describedAs(id).options).flatMap(([key, { secret }]) => (secret ? [key] : []));

/** Each data source of a group changed by `change`; other keys stay as they are. */
function eachProvider(group: Stored, change: (id: ProviderId, own: Stored) => Stored): Stored {
  return Object.fromEntries(
    Object.entries(group).map(([key, own]) => [
      key,
      isProviderId(key) && isObject(own) ? change(key, own) : own,
    ]),
  );
}

/** Names of options that hold a secret. */
const secretName = /pass(word|wd|phrase)|secret|token|key(?!word)/i;

/** Without options that the data source does not know and that look like secrets: nothing would encrypt or mask them. */
const dropUnknownSecrets = (id: ProviderId, own: Stored): Stored => {
  const known = describedAs(id).options;
  return Object.fromEntries(
    Object.entries(own).filter(([key]) => Object.hasOwn(known, key) || !secretName.test(key)),
  );
};

/** With a mask in place of each secret that is stored. */
export const maskSecrets = (group: Stored): Stored =>
  eachProvider(group, (id, stored) => {
    // An earlier version stored them.
    const own = dropUnknownSecrets(id, stored);
    const masked = secretsOf(id).filter((key) => isSealed(own[key]));
    return { ...own, ...Object.fromEntries(masked.map((key) => [key, secretMask])) };
  });

/** As it is stored: what was typed is sealed, and what came back masked stays what it was. */
export const sealSecrets = (vault: Vault, before: Stored, change: Stored): Stored =>
  eachProvider(change, (id, sent) => {
    const own = dropUnknownSecrets(id, sent);
    const known = isObject(before[id]) ? before[id] : {};
    const sealed = secretsOf(id)
      .filter((key) => key in own)
      .map((key) => {
        const value = own[key];
        if (value === secretMask) return [key, known[key] ?? ''];
        const typed = textIn(value);
        return [key, typed === '' ? '' : vault.seal(typed, purposeOf(id, key, own))];
      });
    return { ...own, ...Object.fromEntries(sealed) };
  });

/** The options of a data source in plain, each as text; those that were never set, or cannot be read any more, are empty. */
export function openOptions(vault: Vault, id: ProviderId, own: unknown): Record<string, string> {
  const stored = isObject(own) ? own : {};
  const secrets = new Set(secretsOf(id));
  return Object.fromEntries(
    Object.keys(describedAs(id).options).map((key) => {
      const value = stored[key];
      if (secrets.has(key) && typeof value === 'string')
        return [key, vault.open(value, purposeOf(id, key, stored)) ?? ''];
      return [key, textIn(value)];
    }),
  );
}

/**
 * Secrets that came back as a mask together with another server. They would go to that server, so they have to be typed again.
 * @param change as it was sent
 */
export const secretsToRepeat = (before: Stored, change: Stored): Fault[] =>
  Object.entries(change).flatMap(([id, own]): Fault[] => {
    if (!isProviderId(id) || !isObject(own)) return [];
    const known = isObject(before[id]) ? before[id] : {};
    if (endpointOf(id, known) === endpointOf(id, own)) return [];
    const masked = secretsOf(id).filter((key) => own[key] === secretMask);
    if (masked.length === 0) return [];
    return [{ field: id, rule: 'secretNeeded', params: { options: masked.join(', ') } }];
  });

/** Secrets that were sealed before they were bound to servers, sealed anew for the server that stands beside them. */
export const bindSecrets = (vault: Vault, group: Stored): Stored =>
  eachProvider(group, (id, own) => {
    const bound = secretsOf(id).flatMap((key) => {
      const value = own[key];
      const plain = typeof value === 'string' ? vault.open(value, unboundPurposeOf(id, key)) : undefined;
      return plain === undefined ? [] : [[key, vault.seal(plain, purposeOf(id, key, own))]];
    });
    return { ...own, ...Object.fromEntries(bound) };
  });

/** Secrets that stand in addresses and cannot: they are looked at before they are sealed. */
export const wrongAddressSecrets = (change: Stored): Fault[] =>
  Object.entries(change).flatMap(([id, own]): Fault[] => {
    if (!isProviderId(id) || !isObject(own)) return [];
    const names = Object.entries(describedAs(id).options).flatMap(([key, { inAddress }]) =>
      inAddress && own[key] !== undefined && own[key] !== null ? [key] : [],
    );
    const wrong = names.filter((key) => wrongOptions(id, { [key]: own[key] }).includes(key));
    return wrong.length === 0
      ? []
      : [{ field: id, rule: 'providerIncomplete', params: { options: wrong.join(', ') } }];
  });

/** Options that are missing or cannot be meant. */
export function wrongOptions(id: ProviderId, options: Record<string, unknown>): string[] {
  const parsed = providerForm(id).safeParse(options);
  return parsed.success ? [] : [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')))];
}

const switchesOf = (group: Stored): Stored => (isObject(group['providers']) ? group['providers'] : {});

/**
 * What is wrong with a change. A source that is off may be stored half finished; one that is on must work.
 * @param offered the operator's switches, `data-providers` of the features
 */
export function faultsOfProviders(
  offered: Readonly<Record<string, boolean>>,
  before: Stored,
  change: Stored,
): Fault[] {
  const [was, is] = [
    switchesOf(before),
    isObject(change['providers']) ? change['providers'] : switchesOf(before),
  ];
  const on = Object.keys(is).filter((id) => is[id] === true);
  const missing = on.filter((id) => !isProviderId(id) || offered[id] !== true);
  if (missing.length > 0)
    return [{ field: 'providers', rule: 'providerNotAvailable', params: { value: missing.join(', ') } }];
  return on.filter(isProviderId).flatMap((id): Fault[] => {
    const isTouched = was[id] !== true || isObject(change[id]);
    const own = maskSecrets({ [id]: change[id] ?? before[id] })[id];
    const wrong = isTouched ? wrongOptions(id, isObject(own) ? own : {}) : [];
    if (wrong.length === 0) return [];
    return [{ field: id, rule: 'providerIncomplete', params: { options: wrong.join(', ') } }];
  });
}

/** The surveys that a change names, by the data source. */
export const surveysNamed = (change: Stored): [id: ProviderId, survey: number][] =>
  Object.entries(change).flatMap(([id, own]): [ProviderId, number][] => {
    const survey = isProviderId(id) && isObject(own) ? own['form_id'] : undefined;
    return isProviderId(id) && typeof survey === 'number' ? [[id, survey]] : [];
  });
