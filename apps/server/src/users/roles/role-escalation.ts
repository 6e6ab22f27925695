/** Which roles are more than the viewer is (docs/decisions/0007). */
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { exceedsViewerPermissions } from '../users.rules.ts';
import { findRolesByName } from '../users.sql.ts';

/**
 * Those of some roles that hold rights which the viewer does not hold.
 * @param names of roles; null stands for none, which holds nothing
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
