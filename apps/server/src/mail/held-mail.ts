/** Mails that are held: they wait, and cannot be sent as outgoing mail is set up now. */
import type { HeldReason, OutgoingState } from '@waypost/contract/mail/outbox';
import type { Tx } from '../kernel/db/database.ts';
import { readUnsentGroups, type UnsentGroup } from './outbox.sql.ts';
import type { Outbox } from './outbox.ts';

/** Why a mail is not sent in this state of outgoing mail; null if it is done or can be sent. */
export function findHeldReason(
  mail: Pick<UnsentGroup, 'state' | 'grants_account_access' | 'is_expired'>,
  outgoing: OutgoingState,
): HeldReason | null {
  if (mail.state !== 'waiting' || mail.is_expired) return null;
  if (outgoing === 'none') return 'no-mailer';
  return outgoing === 'unencrypted' && mail.grants_account_access ? 'unencrypted' : null;
}

const sum = (groups: readonly UnsentGroup[]) => groups.reduce((total, { count }) => total + count, 0);

/** How many mails wait, how many of these are held, and how many failed within the last seven days. */
export async function readOutboxCounts(
  tx: Tx,
  outbox: Outbox,
): Promise<{ waiting: number; held: number; failed: number }> {
  const groups = await readUnsentGroups(tx);
  const held: UnsentGroup[] = [];
  for (const group of groups)
    if (findHeldReason(group, await outbox.outgoingState(tx, group.mail_transport))) held.push(group);
  return {
    waiting: sum(groups.filter(({ state }) => state === 'waiting')),
    held: sum(held),
    failed: sum(groups.filter(({ state }) => state === 'failed')),
  };
}
