/** HTTP endpoint of the outbox. */
import { limits } from '@waypost/contract/common/limits';
import { type HeldReason, listOutbox, type OutboxMail } from '@waypost/contract/mail/outbox';
import { listEnvelope, toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { findHeldReason } from './held-mail.ts';
import { outboxPrivileges } from './outbox.rules.ts';
import { type OutboxRow, searchOutbox } from './outbox.sql.ts';
import type { Outbox } from './outbox.ts';

function viewOutboxMail(
  viewer: Viewer,
  urls: UrlBuilder,
  row: OutboxRow,
  held: HeldReason | null,
): OutboxMail {
  const allowed_privileges = outboxPrivileges(viewer);
  // Whoever reads a code could confirm the address as their own.
  const isHidden = row.is_confirmation || row.expires <= new Date();
  const content = { to: row.recipient, text: isHidden ? null : row.text };
  return {
    id: row.id,
    url: urls.entity('outbox', row.id),
    subject: row.subject,
    ...(allowed_privileges.includes('read_full') ? content : {}),
    state: row.state,
    attempts: row.attempts,
    fault: row.fault,
    held,
    is_confirmation: row.is_confirmation,
    created: toApiDate(row.created),
    expires: toApiDate(row.expires),
    sent: toApiDateOrNull(row.sent),
    allowed_privileges,
  };
}

/** Mounts the list of mails, and closes the mail connection with the server. */
export function mountOutbox(mount: MountContext, outbox: Outbox): void {
  mount.app.addHook('onClose', async () => outbox.close());
  route(mount, listOutbox, async ({ tx, viewer, urls, query }) => {
    const limit = Math.min(query.limit ?? limits.outboxPage.default, limits.outboxPage.max);
    const { results, total } = await searchOutbox(tx, { ...query, limit });
    const outgoing = await outbox.outgoingState(tx);
    const mails: OutboxMail[] = [];
    for (const row of results) {
      const own = row.mail_transport ? await outbox.outgoingState(tx, row.mail_transport) : outgoing;
      mails.push(
        viewOutboxMail(
          viewer,
          urls,
          row,
          findHeldReason({ ...row, is_expired: row.expires <= new Date() }, own),
        ),
      );
    }
    const defaultOrder = { orderby: 'id', order: 'desc' as const };
    const list = listEnvelope(urls, '/outbox', { ...query, limit }, { results: mails, total }, defaultOrder);
    return { ...list, outgoing };
  });
}
