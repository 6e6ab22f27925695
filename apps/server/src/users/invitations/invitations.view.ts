/** Invitations in the format of the API. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Invitation, InvitationState } from '@waypost/contract/users/invitations';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate, type UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { findExceedingRoles } from '../roles/role-escalation.ts';
import { findUserNames } from '../users.sql.ts';
import type { InvitationRow } from './invitations.sql.ts';

/** The state of an invitation now. */
export function invitationState({ revoked, uses, max_uses, expires }: InvitationRow): InvitationState {
  if (revoked) return 'revoked';
  if (uses >= max_uses) return 'used';
  return expires <= new Date() ? 'expired' : 'open';
}

/** What the viewer may do: revoke an open one of their own, and of roles that they may assign. */
export function invitationPrivileges(
  viewer: Viewer,
  row: InvitationRow,
  exceedingRoles: ReadonlySet<string>,
): Privilege[] {
  const mayRevoke = row.user_id === viewer.id || !exceedingRoles.has(row.role);
  return mayRevoke && invitationState(row) === 'open' ? ['read', 'delete', 'search'] : ['read', 'search'];
}

/** Invitations with the names of who created them. */
export async function viewInvitations(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  rows: readonly InvitationRow[],
): Promise<Invitation[]> {
  const names = await findUserNames(
    tx,
    rows.map((row) => row.user_id),
  );
  const exceedingRoles = await findExceedingRoles(
    tx,
    viewer,
    rows.map((row) => row.role),
  );
  return rows.map((row) => ({
    id: row.id,
    url: urls.entity('invitations', row.id),
    role: row.role,
    email: row.email,
    max_uses: row.max_uses,
    uses: row.uses,
    state: invitationState(row),
    created: toApiDate(row.created),
    expires: toApiDate(row.expires),
    user: { id: row.user_id, url: urls.entity('users', row.user_id) },
    user_name: names.get(row.user_id) ?? null,
    allowed_privileges: invitationPrivileges(viewer, row, exceedingRoles),
  }));
}
