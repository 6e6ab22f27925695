/** Creates and revokes invitations. Nobody can grant more than they hold (docs/decisions/0007, 0056). */
import { limits } from '@waypost/contract/common/limits';
import type { CreatedInvitation, InvitationInput } from '@waypost/contract/users/invitations';
import type { z } from 'zod';
import { recordChange } from '../../audit/audit.public.ts';
import { translatorFor } from '../../i18n/i18n.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { mapConstraintErrors, notFound, Problem, validationError } from '../../kernel/http/problem.ts';
import { accessDenied } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { Outbox } from '../../mail/mail.public.ts';
import { readSite } from '../../settings/settings.public.ts';
import { generateSecret, hashSecret } from '../authentication/tokens.ts';
import { clientBaseUrl, composeTeamInvitationMail } from '../registration/password-mails.ts';
import { findExceedingRoles } from '../roles/role-escalation.ts';
import { requireCanAssignRole, requireWithinAdminLimit } from '../save-user.ts';
import { findUserByEmail } from '../users.sql.ts';
import {
  countOpenInvitations,
  type InvitationRow,
  insertInvitation,
  lockInvitation,
  markInvitationRevoked,
} from './invitations.sql.ts';
import { invitationPrivileges, invitationState } from './invitations.view.ts';

const constraintFaults = {
  invitations_role_exists: () => validationError('invitations', 'role', 'exists', { value: '' }),
};

interface InvitationDependencies {
  outbox: Outbox;
  publicUrl: string | undefined;
}

const secondsPerDay = 86_400;

/** Stores the mail of an invitation. @returns its id, and whether it leaves */
async function enqueueInvitationMail(
  tx: Tx,
  { outbox, publicUrl }: InvitationDependencies,
  { email, token, days }: { email: string; token: string; days: number },
): Promise<{ mailId: number; delivery: 'sent' | 'waiting' }> {
  const site = await readSite(tx);
  const mail = composeTeamInvitationMail(
    translatorFor(null, site.language),
    site.name,
    clientBaseUrl(site.client_url, publicUrl),
    { token, days },
  );
  const mailId = await outbox.enqueue(tx, { to: email, ...mail }, days * secondsPerDay, 'program', {
    opensAccount: true,
  });
  const isReady = (await outbox.outgoingState(tx)) === 'ready';
  return { mailId, delivery: isReady ? 'sent' : 'waiting' };
}

/**
 * Creates an invitation.
 * @throws ValidationError at `/role` when it does not exist or the limit of administrators is reached, at `/email` for an address that
 *   has an account, at `/max_uses` for more than one use of a mail; 403 for a role with permissions that the viewer does not have
 */
export async function createInvitation(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof InvitationInput>,
  dependencies: InvitationDependencies,
): Promise<{ row: InvitationRow } & Pick<CreatedInvitation, 'token' | 'delivery'>> {
  const { role, email = null, expires_in_days: days } = input;
  if (viewer.id === null) throw accessDenied(viewer, 'create', 'invitations');
  if (email !== null && input.max_uses > 1)
    throw validationError('invitations', 'max_uses', 'max', { max: 1 });
  await requireCanAssignRole(tx, viewer, role);
  await requireWithinAdminLimit(tx, null, role);
  const max = limits.invitations.openPerAccount;
  if ((await countOpenInvitations(tx, viewer.id)) >= max)
    throw validationError('invitations', 'role', 'limitPerAccount', { max });
  // Whoever manages users can see their addresses.
  if (email !== null && (await findUserByEmail(tx, email)))
    throw validationError('invitations', 'email', 'taken');
  const token = generateSecret();
  const sent = email === null ? null : await enqueueInvitationMail(tx, dependencies, { email, token, days });
  const row = await mapConstraintErrors(constraintFaults, () =>
    insertInvitation(tx, {
      hash: hashSecret(token),
      user_id: viewer.id ?? 0,
      role,
      email,
      mail_id: sent?.mailId ?? null,
      max_uses: input.max_uses,
      expires: new Date(Date.now() + days * secondsPerDay * 1000),
      revoked: null,
    }),
  );
  const details = { role: { from: null, to: role }, by_mail: email !== null, max_uses: row.max_uses };
  await recordChange(tx, viewer, { action: 'create', subject: 'invitations', id: row.id, details });
  return { row, token, delivery: sent?.delivery ?? null };
}

/**
 * Revokes an invitation: its link stops working, and a mail that waits is not sent.
 * @throws Problem 404; 403 for one of a role with permissions that the viewer does not have, unless it is their own; 409 for one that
 *   is used up
 */
export async function revokeInvitation(
  tx: Tx,
  viewer: Viewer,
  id: number,
  outbox: Outbox,
): Promise<InvitationRow> {
  const row = await lockInvitation(tx, id);
  if (!row) throw notFound('invitations', id);
  const state = invitationState(row);
  // The accounts that it created stay: the caller must not believe that they are gone.
  if (state === 'used') throw new Problem('invitation.used');
  // Revoking twice is no error.
  if (state !== 'open') return row;
  const exceedingRoles = await findExceedingRoles(tx, viewer, [row.role]);
  if (!invitationPrivileges(viewer, row, exceedingRoles).includes('delete'))
    throw accessDenied(viewer, 'delete', 'invitations', id);
  if (row.mail_id !== null) await outbox.cancel(tx, row.mail_id);
  const details = { role: { from: row.role, to: null } };
  await recordChange(tx, viewer, { action: 'delete', subject: 'invitations', id, details });
  return markInvitationRevoked(tx, id);
}
