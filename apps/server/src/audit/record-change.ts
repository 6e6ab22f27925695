/** Writing the log of changes. */
import type { auditActions, auditSubjects } from '@waypost/contract/audit';
import type { Tx } from '../kernel/db.ts';
import { insertAudit } from './audit.sql.ts';

interface Change {
  action: (typeof auditActions)[number];
  subject: (typeof auditSubjects)[number];
  id: number | string;
  /** Names of what changed; rights from what to what. Never a name, an address or a secret. */
  details?: Record<string, unknown>;
}

/**
 * Records a change, in the transaction that makes it.
 * @param by who did it; null when nobody in particular
 */
export const recordChange = (tx: Tx, by: { id: number | null } | null, change: Change): Promise<void> =>
  insertAudit(tx, {
    user_id: by?.id ?? null,
    action: change.action,
    subject: change.subject,
    subject_id: String(change.id),
    details: JSON.stringify(change.details ?? {}),
  });
