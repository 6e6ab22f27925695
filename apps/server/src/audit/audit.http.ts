/** The address of the log of changes. */
import { type AuditEntry, listAudit } from '@waypost/contract/audit';
import { limits } from '@waypost/contract/limits';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, listEnvelope, wireDate } from '../kernel/wire.ts';
import { auditPrivileges } from './audit.rules.ts';
import { type AuditRow, searchAudit } from './audit.sql.ts';

const viewEntry = (viewer: Viewer, addresses: Addresses, row: AuditRow): AuditEntry => ({
  id: row.id,
  url: addresses.entity('audit', row.id),
  user: addresses.relation('users', row.user_id),
  user_name: row.user_name,
  at: wireDate(row.at),
  action: row.action as AuditEntry['action'],
  subject: row.subject as AuditEntry['subject'],
  subject_id: row.subject_id,
  subject_name: row.subject_name,
  details: row.details,
  allowed_privileges: auditPrivileges(viewer),
});

export function mountAudit(mount: Mount): void {
  route(mount, listAudit, async ({ tx, viewer, addresses, query }) => {
    require(viewer, auditPrivileges(viewer), 'search', 'audit');
    // The log only grows: without a limit it still comes in pages.
    const limit = Math.min(query.limit ?? limits.auditPage.usual, limits.auditPage.most);
    const { results, total } = await searchAudit(tx, { ...query, limit });
    const entries = results.map((row) => viewEntry(viewer, addresses, row));
    const usual = { orderby: 'id', order: 'desc' as const };
    return listEnvelope(addresses, '/audit', { ...query, limit }, { results: entries, total }, usual);
  });
}
