/** How each data source stands, from what is stored, what can be read of it, and the operator's mail server. */
import { type ProviderId, providerIds } from '@waypost/contract/data-sources/data-providers';
import type { ProviderState } from '@waypost/contract/data-sources/data-sources';
import type { Tx } from '../kernel/db/database.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readActiveProviders, readProviders } from '../settings/settings.public.ts';

/** @param tx only reads */
export async function readProviderStates(
  tx: Tx,
  secretBox: SecretBox,
  outbox: Pick<Outbox, 'isOperators' | 'outgoingState'>,
): Promise<ReadonlyMap<ProviderId, ProviderState>> {
  const switches = await readProviders(tx);
  const active = new Set((await readActiveProviders(tx, secretBox)).map(({ id }) => id));
  const sendsMail = (await outbox.outgoingState(tx)) !== 'none';
  const stateOf = (id: ProviderId): ProviderState => {
    // None of its options is required: without a server it is stored, and sends nothing.
    const isComplete = id === 'outgoingemail' ? sendsMail : active.has(id);
    if (id === 'outgoingemail' && outbox.isOperators) return 'operator';
    if (switches[id] !== true) return 'off';
    return isComplete ? 'on' : 'not-set-up';
  };
  return new Map(providerIds.map((id) => [id, stateOf(id)]));
}
