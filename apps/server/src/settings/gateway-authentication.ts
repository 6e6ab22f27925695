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
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { optionsOf } from './gateway-protection.ts';
import { decryptOptions } from './provider-secrets.ts';
import type { StoredSettings } from './settings.sql.ts';
import { isObject, isProviderSwitchedOn } from './stored-values.ts';

/** Whether a source is on for the server, which takes no other notation. */
const wasOn = ({ providers }: StoredSettings, id: ProviderId): boolean =>
  isObject(providers) && providers[id] === true;

/** The option that an error names: the secret in the URL, which every gateway can use. */
const findMissingOption = (id: ProviderId): string =>
  findAddressSecretOption(id) ?? describeProvider(id).authentication?.[0]?.option ?? '';

/**
 * Finds sources that would be on without authentication and were not, or whose options are changed. A source that an earlier version
 * turned on blocks no other change, and its survey can still be changed, which takes no administrator.
 * @param change with encrypted secrets; it may lack sources, and `providers`: those stay as they are
 */
export function findUnauthenticatedSources(
  secretBox: SecretBox,
  before: StoredSettings,
  change: StoredSettings,
): FieldError[] {
  const after = { ...before, ...change };
  return providerIds
    .filter((id) => {
      if (!isProviderSwitchedOn(after, id)) return false;
      // A secret that cannot be decrypted, since the key was lost, authenticates nothing.
      if (isSourceAuthenticated(id, decryptOptions(secretBox, id, after[id]))) return false;
      return !wasOn(before, id) || !isDeepStrictEqual(optionsOf(before, id), optionsOf(after, id));
    })
    .map((id) => ({ field: `${id}/${findMissingOption(id)}`, rule: 'gatewayNotAuthenticated' }));
}
