/** Describes why a data source could not be reached or refused. */
import type { ChannelError } from '@waypost/contract/channels/channels';
import { describeProvider } from '@waypost/contract/data-sources/data-providers';
import { type ChannelErrorOptions, describeChannelError } from '../channels/channels.public.ts';
import type { ActiveProvider } from '../settings/settings.public.ts';

/** Describes an error of a data source, without its secrets. */
export function describeSourceError(
  { id, options }: Pick<ActiveProvider, 'id' | 'options'>,
  error: unknown,
  { keepsAddresses = false }: Pick<ChannelErrorOptions, 'keepsAddresses'> = {},
): ChannelError {
  const secrets = Object.entries(options).flatMap(([key, value]) =>
    describeProvider(id).options[key]?.secret ? [value] : [],
  );
  return describeChannelError(error, { secrets, keepsAddresses });
}
