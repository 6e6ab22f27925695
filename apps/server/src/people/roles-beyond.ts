/** Which roles are more than the viewer is (docs/decisions/0007). */
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { isBeyond } from './people.rules.ts';
import { findRolesByName } from './people.sql.ts';

/**
 * Those of some roles that hold rights which the viewer does not hold.
 * @param names of roles; null stands for none, which holds nothing
 */
export async function rolesBeyond(
  tx: Tx,
  viewer: Viewer,
  names: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  if (viewer.isAdmin) return new Set();
  const roles = await findRolesByName(
    tx,
    [...new Set(names)].filter((name) => name !== null),
  );
  return new Set(roles.filter((role) => isBeyond(viewer, role)).map((role) => role.name));
}
