/** Records changes in the audit log. */
import type { auditActions } from '@waypost/contract/audit/audit';
import type { auditSubjects } from '@waypost/contract/audit/audit-subjects';
import type { Tx } from '../kernel/db/database.ts';
import { insertAudit, updateAuditDetails } from './audit.sql.ts';

interface Change {
  action: (typeof auditActions)[number];
  subject: (typeof auditSubjects)[number];
  id: number | string;
  /** What was deleted; never the name of a person. */
  name?: string;
  /** Names of changed fields; permissions before and after. Never personal names, addresses or secrets. */
  details?: Record<string, unknown>;
}

const toRow = (actor: { id: number | null } | null, change: Change) => ({
  user_id: actor?.id ?? null,
  action: change.action,
  subject: change.subject,
  subject_id: String(change.id),
  subject_name: change.name ?? null,
  details: JSON.stringify(change.details ?? {}),
});

/**
 * Records a change, in the transaction that makes it.
 * @param actor who made it; null when it was not a person
 */
export async function recordChange(
  tx: Tx,
  actor: { id: number | null } | null,
  change: Change,
): Promise<void> {
  await insertAudit(tx, toRow(actor, change));
}

/**
 * Records a change that a job makes in several transactions, in each of them: there is one entry, with the details of what was committed.
 * @param entry its id; undefined for the first transaction
 * @returns its id
 */
export async function recordChangeSoFar(tx: Tx, entry: number | undefined, change: Change): Promise<number> {
  if (entry === undefined) return insertAudit(tx, toRow(null, change));
  await updateAuditDetails(tx, entry, JSON.stringify(change.details ?? {}));
  return entry;
}
