/** Accepts an invitation: creates the account that it offers. */
import type { InvitationAcceptance, OpenInvitation } from '@waypost/contract/users/invitations';
import type { z } from 'zod';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate } from '../../kernel/http/api-format.ts';
import { mapConstraintErrors, validationError } from '../../kernel/http/problem.ts';
import { hashPassword } from '../authentication/passwords.ts';
import { hashSecret, readViewerByUserId } from '../authentication/tokens.ts';
import { requireWithinAdminLimit } from '../save-user.ts';
import { canAssignRole } from '../users.rules.ts';
import { findRolesByName, insertUser, type RoleRow, type UserRow } from '../users.sql.ts';
import { countInvitationUse, findOpenInvitation, type InvitationRow } from './invitations.sql.ts';

const invalidToken = () => validationError('invitations', 'token', 'invalid');

const constraintFaults = {
  users_email_unique: () => validationError('invitations', 'email', 'taken'),
};

/**
 * The invitation of a token. Whoever created it must still have the right to grant the role: the role may have got more permissions,
 * and its creator may have lost some.
 * @throws ValidationError at `/token`
 */
async function findUsableInvitation(
  tx: Tx,
  token: string,
): Promise<{ invitation: InvitationRow; role: RoleRow }> {
  const invitation = await findOpenInvitation(tx, hashSecret(token));
  if (!invitation) throw invalidToken();
  const creator = await readViewerByUserId(tx, invitation.user_id);
  const [role] = await findRolesByName(tx, [invitation.role]);
  if (!creator || !role || !canAssignRole(creator, role)) throw invalidToken();
  return { invitation, role };
}

/** What an invitation offers. @throws ValidationError at `/token` */
export async function readOpenInvitation(tx: Tx, token: string): Promise<OpenInvitation> {
  const { invitation, role } = await findUsableInvitation(tx, token);
  return {
    role: role.name,
    role_name: role.display_name ?? role.name,
    email: invitation.email,
    expires: toApiDate(invitation.expires),
  };
}

/**
 * Creates the account.
 * @throws ValidationError at `/token` when it is unknown, used, expired or revoked, at `/email` when it has an account or is not the
 *   address that was invited
 */
export async function acceptInvitation(
  tx: Tx,
  { token, email, realname, password }: z.output<typeof InvitationAcceptance>,
): Promise<UserRow> {
  const { invitation, role } = await findUsableInvitation(tx, token);
  if (invitation.email !== null && invitation.email !== email)
    throw validationError('invitations', 'email', 'invalid');
  if (!(await countInvitationUse(tx, invitation.id))) throw invalidToken();
  await requireWithinAdminLimit(tx, null, role.name);
  const password_hash = await hashPassword(password);
  const user = await mapConstraintErrors(constraintFaults, () =>
    insertUser(tx, { email, password_hash, realname, role: role.name, language: null }),
  );
  const details = { role: { from: null, to: role.name }, invitation: invitation.id };
  await recordChange(tx, user, { action: 'create', subject: 'users', id: user.id, details });
  return user;
}
