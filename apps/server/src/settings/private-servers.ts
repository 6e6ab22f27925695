/** Refuses servers in private networks in the options of data sources when they are saved, as addresses of webhooks are. */

import { isHttpUrl } from '@waypost/contract/common/parse-url';
import type { FieldError } from '@waypost/contract/common/problems';
import { describeProvider, isProviderId } from '@waypost/contract/data-sources/data-providers';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import type { StoredSettings } from './settings.sql.ts';
import { isObject } from './stored-values.ts';

/** Decides which hosts may be connected to. */
export type AddressCheck = Pick<GuardedFetch, 'isRefusedUrl' | 'isRefusedHost'>;

interface Server {
  field: string;
  value: string;
  isUrl: boolean;
}

/** The servers of a change that differ from the stored ones: those that stay do not prevent other changes. */
const listChangedServers = (before: StoredSettings, change: StoredSettings): Server[] =>
  Object.entries(change).flatMap(([id, own]): Server[] => {
    if (!isProviderId(id) || !isObject(own)) return [];
    const stored = isObject(before[id]) ? before[id] : {};
    return Object.entries(describeProvider(id).options).flatMap(([key, { host, address }]) => {
      const value = own[key];
      if ((!host && !address) || typeof value !== 'string' || value.trim() === '') return [];
      return value === stored[key] ? [] : [{ field: id, value: value.trim(), isUrl: address === true }];
    });
  });

/**
 * Finds servers of a change in networks that the operator does not allow. A name that cannot be resolved now is accepted: each
 * connection checks the address again.
 */
export async function findPrivateServers(
  before: StoredSettings,
  change: StoredSettings,
  check: AddressCheck,
): Promise<FieldError[]> {
  const found = await Promise.all(
    listChangedServers(before, change).map(async ({ field, value, isUrl }): Promise<FieldError[]> => {
      // What is no web address is refused for its format.
      if (isUrl && !isHttpUrl(value)) return [];
      const isRefused = isUrl ? await check.isRefusedUrl(value) : await check.isRefusedHost(value);
      return isRefused ? [{ field, rule: 'privateServer', params: { server: value } }] : [];
    }),
  );
  return found.flat();
}
