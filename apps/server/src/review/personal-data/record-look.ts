/** A look at personal data: who may, why, and its entry in the audit log (docs/decisions/0073). */
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { validationError } from '../../kernel/http/problem.ts';
import type { DeploymentState } from '../../kernel/security/deployment-state.ts';
import { accessDenied } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';

/** Who looks, and why. */
export interface Look {
  viewer: Viewer;
  deploymentState: Pick<DeploymentState, 'needsPersonalDataReason'>;
  /** Read once the rights are checked. */
  readReason: () => string | null | undefined;
}

/** What is looked at. */
interface LookTarget {
  subject: 'posts' | 'contacts';
  id: number;
  /** Recorded in addition. */
  facts?: Record<string, unknown>;
}

/** @throws Problem 403 without Manage Posts */
export function requirePermissions(viewer: Viewer): void {
  if (!viewer.mayViewPersonalData) throw accessDenied(viewer, 'read_full', 'posts');
}

/** Records a look. @throws ValidationError at `/reason` where the deployment asks for one */
export async function recordLook(
  tx: Tx,
  { viewer, deploymentState, readReason }: Look,
  { subject, id, facts = {} }: LookTarget,
): Promise<void> {
  const given = readReason() ?? '';
  // Of signs that nobody sees, or of punctuation alone, is no reason.
  const reason = /[\p{L}\p{N}]/u.test(given) ? given : '';
  if (reason === '' && deploymentState.needsPersonalDataReason)
    throw validationError('posts', 'reason', 'required');
  const details = reason === '' ? facts : { ...facts, reason };
  await recordChange(tx, viewer, { action: 'view', subject, id, details });
}
