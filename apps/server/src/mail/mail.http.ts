/** The address of the outbox. */
import { limits } from '@waypost/contract/limits';
import { type HeldReason, listOutbox, type OutboxMail, type OutgoingState } from '@waypost/contract/outbox';
import { type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, listEnvelope, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { outboxPrivileges } from './mail.rules.ts';
import { type OutboxRow, searchOutbox } from './mail.sql.ts';
import type { Outbox } from './outbox.ts';

/** Why a mail does not leave in a state of outgoing mail; null when it is over, or on its way. */
function heldReason(row: OutboxRow, outgoing: OutgoingState): HeldReason | null {
  if (row.state !== 'waiting' || row.expires <= new Date()) return null;
  if (outgoing === 'none') return 'no-mailer';
  return outgoing === 'unencrypted' && row.opens_account ? 'unencrypted' : null;
}

function viewMail(viewer: Viewer, addresses: Addresses, row: OutboxRow, held: HeldReason | null): OutboxMail {
  const allowed_privileges = outboxPrivileges(viewer);
  const inside = { to: row.recipient, text: row.expires > new Date() ? row.text : null };
  return {
    id: row.id,
    url: addresses.entity('outbox', row.id),
    subject: row.subject,
    ...(allowed_privileges.includes('read_full') ? inside : {}),
    state: row.state,
    attempts: row.attempts,
    fault: row.fault,
    held,
    created: wireDate(row.created),
    expires: wireDate(row.expires),
    sent: wireDateOrNull(row.sent),
    allowed_privileges,
  };
}

export function mountMail(mount: Mount, outbox: Outbox): void {
  mount.app.addHook('onClose', async () => outbox.close());
  route(mount, listOutbox, async ({ tx, viewer, addresses, query }) => {
    const limit = Math.min(query.limit ?? limits.outboxPage.usual, limits.outboxPage.most);
    const { results, total } = await searchOutbox(tx, { ...query, limit });
    const outgoing = await outbox.outgoingState(tx);
    const mails: OutboxMail[] = [];
    for (const row of results) {
      const own = row.way ? await outbox.outgoingState(tx, row.way) : outgoing;
      mails.push(viewMail(viewer, addresses, row, heldReason(row, own)));
    }
    const usual = { orderby: 'id', order: 'desc' as const };
    const list = listEnvelope(addresses, '/outbox', { ...query, limit }, { results: mails, total }, usual);
    return { ...list, outgoing };
  });
}
