/** Whether the requests of a data source's gateway prove that they come from it (docs/decisions/0104). */
import { describeProvider, type ProviderId } from './data-providers.ts';

/** An option as it is used, without spaces. Nothing but invisible characters is no secret. */
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/[\s\p{Cf}]/gu, '') : '';

/**
 * Whether requests in the name of a data source are authenticated: by a signature, by a secret in the message or in the
 * URL, or since the server fetches the messages itself. Otherwise everybody who knows the URL can send messages as
 * anybody.
 * @param options stored, masked, decrypted or typed; a secret that cannot be decrypted is empty
 */
export function isSourceAuthenticated(id: ProviderId, options: Readonly<Record<string, unknown>>): boolean {
  const { authentication } = describeProvider(id);
  return (
    authentication === null ||
    authentication.some(
      ({ option, unless }) =>
        toText(options[option]) !== '' &&
        (unless === undefined || toText(options[unless.option]) !== unless.value),
    )
  );
}

/** The option that authenticates requests of any gateway: the secret in the URL; undefined for sources without one. */
export const findAddressSecretOption = (id: ProviderId): string | undefined =>
  Object.entries(describeProvider(id).options).find(([, { inAddress }]) => inAddress === true)?.[0];
