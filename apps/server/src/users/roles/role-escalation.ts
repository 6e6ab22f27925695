/** Prevention of privilege escalation by roles (docs/decisions/0007). */
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { exceedsViewerPermissions } from '../users.rules.ts';
import { findRolesByName } from '../users.sql.ts';

/**
 * Which of the named roles have permissions that the viewer does not have.
 * @param names names of roles; null stands for no role, which has no permissions
 */
export async function findExceedingRoles(
  tx: Tx,
  viewer: Viewer,
  names: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  if (viewer.isAdmin) return new Set();
  const roles = await findRolesByName(
    tx,
    [...new Set(names)].filter((name) => name !== null),
  );
  return new Set(roles.filter((role) => exceedsViewerPermissions(viewer, role)).map((role) => role.name));
}
