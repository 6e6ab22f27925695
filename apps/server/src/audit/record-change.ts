/** Records changes in the audit log. */
import type { auditActions } from '@waypost/contract/audit/audit';
import type { auditSubjects } from '@waypost/contract/audit/audit-subjects';
import type { Tx } from '../kernel/db/database.ts';
import { insertAudit } from './audit.sql.ts';

interface Change {
  action: (typeof auditActions)[number];
  subject: (typeof auditSubjects)[number];
  id: number | string;
  /** What was deleted; never the name of a person. */
  name?: string;
  /** Names of changed fields; permissions before and after. Never personal names, addresses or secrets. */
  details?: Record<string, unknown>;
}

/**
 * Records a change, in the transaction that makes it.
 * @param actor who made it; null when it was not a person
 */
export const recordChange = (tx: Tx, actor: { id: number | null } | null, change: Change): Promise<void> =>
  insertAudit(tx, {
    user_id: actor?.id ?? null,
    action: change.action,
    subject: change.subject,
    subject_id: String(change.id),
    subject_name: change.name ?? null,
    details: JSON.stringify(change.details ?? {}),
  });
