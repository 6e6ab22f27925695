/** Password reset and invitation by mail (API v3 §2.7). */
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import { limits } from '@waypost/contract/common/limits';
import type { PasswordResetConfirmation } from '@waypost/contract/users/registration';
import type { User } from '@waypost/contract/users/users';
import type { z } from 'zod';
import { recordChange } from '../../audit/audit.public.ts';
import { translatorFor } from '../../i18n/i18n.public.ts';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';
import { validationError } from '../../kernel/http/problem.ts';
import { isAttemptAllowed, type Throttle } from '../../kernel/limits/throttle.ts';
import type { Outbox } from '../../mail/mail.public.ts';
import { readSite } from '../../settings/settings.public.ts';
import { deleteLoginDevices } from '../authentication/login-devices.sql.ts';
import { hashPassword } from '../authentication/passwords.ts';
import {
  consumePasswordReset,
  deletePasswordResets,
  deleteSessions,
  insertPasswordReset,
} from '../authentication/tokens.sql.ts';
import { generateSecret, hashSecret } from '../authentication/tokens.ts';
import { findUserByEmail, updateUserRow } from '../users.sql.ts';
import { clientBaseUrl, composeInvitationMail, composeResetMail } from './password-mails.ts';

/** Prevents filling another person's mailbox. */
const resetMailThrottle: Throttle = {
  name: 'reset account',
  maxAttempts: attemptLimits.passwordResets.perAccountPerHour,
  windowSeconds: 3600,
};

/** Creates a token that can be used once within `expiresInSeconds`. */
async function createResetToken(tx: Tx, userId: number, expiresInSeconds: number): Promise<string> {
  const token = generateSecret();
  const expires = new Date(Date.now() + expiresInSeconds * 1000);
  await insertPasswordReset(tx, { hash: hashSecret(token), user_id: userId, expires });
  return token;
}

/** Whether the mail leaves. If not, the caller, who created the account, passes the token on. */
type UserInvitation = NonNullable<User['invitation']>;

/**
 * Sends the mail with which a user whose account was created by an administrator sets a password. Its token works like
 * that of a password reset, and is void as soon as the password or the e-mail address changes.
 */
export async function inviteUser(
  tx: Tx,
  outbox: Outbox,
  publicUrl: string | undefined,
  user: { id: number; email: string; language: string | null },
): Promise<UserInvitation> {
  const token = await createResetToken(tx, user.id, limits.invitationSeconds);
  const site = await readSite(tx);
  const { email } = user;
  const translator = translatorFor(user.language, site.language);
  const mail = composeInvitationMail(translator, site.name, clientBaseUrl(site.client_url, publicUrl), {
    email,
    token,
  });
  await outbox.enqueue(tx, { to: email, ...mail }, limits.invitationSeconds, 'program', {
    opensAccount: true,
  });
  return (await outbox.outgoingState(tx)) === 'ready' ? { delivery: 'sent' } : { delivery: 'waiting', token };
}

/**
 * Sends a password reset link if the address has an account. Call it after the answer was sent: its duration reveals
 * whether there is an account.
 */
export async function sendPasswordReset(
  db: Db,
  outbox: Outbox,
  publicUrl: string | undefined,
  requestedEmail: string,
): Promise<void> {
  const email = requestedEmail.trim().toLowerCase();
  if (!(await isAttemptAllowed(db, resetMailThrottle, email))) return;
  await inTransaction(db, 'writes', async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    const token = await createResetToken(tx, user.id, limits.passwordResetSeconds);
    const site = await readSite(tx);
    const translator = translatorFor(user.language, site.language);
    const mail = composeResetMail(translator, site.name, clientBaseUrl(site.client_url, publicUrl), token);
    await outbox.enqueue(tx, { to: user.email, ...mail }, limits.passwordResetSeconds, 'program', {
      opensAccount: true,
    });
  });
}

/**
 * Sets a new password and signs the user out everywhere.
 * @throws ValidationError at `/token` when it is unknown, used or expired
 */
export async function resetPassword(
  tx: Tx,
  { token, password }: z.output<typeof PasswordResetConfirmation>,
): Promise<void> {
  const userId = await consumePasswordReset(tx, hashSecret(token));
  if (userId === undefined) throw validationError('passwordreset', 'token', 'invalid');
  // The token was sent to the account's address, and is void once that changes: so the address is confirmed.
  await updateUserRow(tx, userId, {
    password_hash: await hashPassword(password),
    email_confirmed: new Date(),
  });
  await deleteSessions(tx, userId);
  await deleteLoginDevices(tx, userId);
  await deletePasswordResets(tx, userId);
  const details = { changed: ['password'] };
  await recordChange(tx, { id: userId }, { action: 'update', subject: 'users', id: userId, details });
}
