/** Refuses to turn gateways on whose requests prove nothing, while those that are on already stay on (docs/decisions/0104). */
import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@waypost/contract/common/problems';
import {
  describeProvider,
  type ProviderId,
  providerIds,
} from '@waypost/contract/data-sources/data-providers';
import {
  findAddressSecretOption,
  isSourceAuthenticated,
} from '@waypost/contract/data-sources/source-authentication';
import { optionsOf } from './gateway-protection.ts';
import type { StoredSettings } from './settings.sql.ts';
import { isObject, isProviderSwitchedOn } from './stored-values.ts';

/** The option that an error names: the secret in the URL, which every gateway can use. */
const findMissingOption = (id: ProviderId): string =>
  findAddressSecretOption(id) ?? describeProvider(id).authentication?.[0]?.option ?? '';

/**
 * Finds sources that would be on without authentication and were not, or whose options are changed. A source that an earlier version
 * turned on blocks no other change, and its survey can still be changed, which takes no administrator.
 * @param change with encrypted secrets; it may lack sources, and `providers`: those stay as they are
 */
export function findUnauthenticatedSources(before: StoredSettings, change: StoredSettings): FieldError[] {
  const after = { ...before, ...change };
  return providerIds
    .filter((id) => {
      if (!isProviderSwitchedOn(after, id)) return false;
      const own = after[id];
      if (isSourceAuthenticated(id, isObject(own) ? own : {})) return false;
      return (
        !isProviderSwitchedOn(before, id) || !isDeepStrictEqual(optionsOf(before, id), optionsOf(after, id))
      );
    })
    .map((id) => ({ field: `${id}/${findMissingOption(id)}`, rule: 'gatewayNotAuthenticated' }));
}
