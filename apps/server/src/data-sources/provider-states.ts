/** States of data sources, derived from stored settings and the operator's mail server. */
import { type ProviderId, providerIds } from '@waypost/contract/data-sources/data-providers';
import type { ProviderState } from '@waypost/contract/data-sources/data-sources';
import type { Tx } from '../kernel/db/database.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readActiveProviders, readEnabledProviders } from '../settings/settings.public.ts';

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
