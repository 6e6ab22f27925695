/** Writing the log of changes. */
import type { auditActions, auditSubjects } from '@waypost/contract/audit/audit';
import type { Tx } from '../kernel/db/database.ts';
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
 * @param actor who did it; null when nobody in particular
 */
export const recordChange = (tx: Tx, actor: { id: number | null } | null, change: Change): Promise<void> =>
  insertAudit(tx, {
    user_id: actor?.id ?? null,
    action: change.action,
    subject: change.subject,
    subject_id: String(change.id),
    details: JSON.stringify(change.details ?? {}),
  });
