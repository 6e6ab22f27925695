/** States of data sources, derived from stored settings and the operator's mail server. */

import type { ChannelStatus } from '@waypost/contract/channels/channels';
import {
  describeProvider,
  type ProviderId,
  providerIds,
} from '@waypost/contract/data-sources/data-providers';
import type { ProviderState } from '@waypost/contract/data-sources/data-sources';
import type { StatusChannel } from '@waypost/contract/status/status';
import { type ChannelHealthRow, readChannelHealth, viewChannelStatus } from '../channels/channels.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Outbox } from '../mail/mail.public.ts';
import {
  readActiveProviders,
  readAuthenticatedProviders,
  readEnabledProviders,
  readFeatures,
} from '../settings/settings.public.ts';
import { readSourceStates, type SourceStateRow } from './source-state.sql.ts';

/** The state of each data source: off, on, not set up, or set by the operator. */
export async function readProviderStates(
  tx: Tx,
  secretBox: SecretBox,
  outbox: Pick<Outbox, 'isOperators' | 'outgoingState'>,
): Promise<ReadonlyMap<ProviderId, ProviderState>> {
  const switches = await readEnabledProviders(tx);
  const active = new Set((await readActiveProviders(tx, secretBox)).map(({ id }) => id));
  const sendsMail = (await outbox.outgoingState(tx)) !== 'none';
  const stateOf = (id: ProviderId): ProviderState => {
    // No option of outgoing mail is required: without a server it is valid, but sends nothing.
    const isComplete = id === 'outgoingemail' ? sendsMail : active.has(id);
    if (id === 'outgoingemail' && outbox.isOperators) return 'operator';
    if (switches[id] !== true) return 'off';
    return isComplete ? 'on' : 'not-set-up';
  };
  return new Map(providerIds.map((id) => [id, stateOf(id)]));
}

/** What is known about a data source. */
export interface ProviderFacts {
  sourceState: SourceStateRow | undefined;
  state: ProviderState;
  health: ChannelHealthRow | undefined;
  /** Whether requests of its gateway are authenticated as the source is set up (docs/decisions/0104). */
  isAuthenticated: boolean;
}

const setupByState = {
  off: 'off',
  'not-set-up': 'not-configured',
  on: 'configured',
  operator: 'configured',
} as const;

/** The status of a data source by what happened last. */
export const viewSourceStatus = ({ state, health, sourceState }: ProviderFacts): ChannelStatus =>
  viewChannelStatus(setupByState[state], health, sourceState?.last_received ?? null);

/** Reads what is known about all data sources. @returns the facts of one */
export async function loadProviderFacts(
  tx: Tx,
  secretBox: SecretBox,
  outbox: Pick<Outbox, 'isOperators' | 'outgoingState'>,
): Promise<(id: ProviderId) => ProviderFacts> {
  const sourceStates = await readSourceStates(tx);
  const states = await readProviderStates(tx, secretBox, outbox);
  const health = await readChannelHealth(tx);
  const authenticated = await readAuthenticatedProviders(tx, secretBox);
  return (id) => ({
    sourceState: sourceStates.get(id),
    state: states.get(id) ?? 'off',
    health: health.get(id),
    isAuthenticated: authenticated.has(id),
  });
}

/** Data sources that are on without authentication (docs/decisions/0104). */
export const findUnauthenticatedSources = async (tx: Tx, secretBox: SecretBox): Promise<ProviderId[]> =>
  (await readActiveProviders(tx, secretBox)).flatMap(({ id, isAuthenticated }) =>
    isAuthenticated ? [] : [id],
  );

/** Outgoing mail and the data sources that the operator offers, unless they are off, with their status. */
export async function readSourceChannels(
  tx: Tx,
  secretBox: SecretBox,
  outbox: Pick<Outbox, 'isOperators' | 'outgoingState'>,
): Promise<StatusChannel[]> {
  const offered = (await readFeatures(tx))['data-providers'];
  const readFacts = await loadProviderFacts(tx, secretBox, outbox);
  return providerIds
    .filter((id) => offered[id] === true)
    .map((id) => ({
      kind: 'source' as const,
      id,
      name: describeProvider(id).name,
      status: viewSourceStatus(readFacts(id)),
    }))
    .filter(({ status }) => status.state !== 'off');
}
