/** The endpoint of the audit log. */
import { type AuditEntry, listAudit } from '@waypost/contract/audit/audit';
import { limits } from '@waypost/contract/common/limits';
import { listEnvelope, toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { auditPrivileges } from './audit.rules.ts';
import { type AuditRow, searchAudit } from './audit.sql.ts';

const viewAuditEntry = (viewer: Viewer, urls: UrlBuilder, row: AuditRow): AuditEntry => ({
  id: row.id,
  url: urls.entity('audit', row.id),
  user: urls.relation('users', row.user_id),
  user_name: row.user_name,
  at: toApiDate(row.created),
  action: row.action as AuditEntry['action'],
  subject: row.subject as AuditEntry['subject'],
  subject_id: row.subject_id,
  subject_name: row.subject_name,
  subject_exists: row.subject_exists,
  details: row.details,
  allowed_privileges: auditPrivileges(viewer),
});

/** Mounts the endpoint. */
export function mountAudit(mount: MountContext): void {
  route(mount, listAudit, async ({ tx, viewer, urls, query }) => {
    requirePrivilege(viewer, auditPrivileges(viewer), 'search', 'audit');
    // The log only grows, so a request without a limit gets a page too.
    const limit = Math.min(query.limit ?? limits.auditPage.default, limits.auditPage.max);
    const { results, total } = await searchAudit(tx, { ...query, limit });
    const entries = results.map((row) => viewAuditEntry(viewer, urls, row));
    const defaults = { orderby: 'id', order: 'desc' as const };
    return listEnvelope(urls, '/audit', { ...query, limit }, { results: entries, total }, defaults);
  });
}
