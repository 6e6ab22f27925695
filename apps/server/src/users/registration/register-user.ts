/**
 * Registration of visitors (API v3 §2.7). Only the owner of an address learns, by mail, that it has an account already:
 * the answer is the same, takes as long, and uses up an id of the sequence in both cases.
 */
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import { limits } from '@waypost/contract/common/limits';
import { builtInRoles } from '@waypost/contract/common/permissions';
import type { RegistrationInput } from '@waypost/contract/users/registration';
import type { z } from 'zod';
import { recordChange } from '../../audit/audit.public.ts';
import { translatorFor } from '../../i18n/i18n.public.ts';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';
import { isAttemptAllowed, type Throttle } from '../../kernel/limits/throttle.ts';
import type { Outbox } from '../../mail/mail.public.ts';
import { readSite } from '../../settings/settings.public.ts';
import { hashPassword } from '../authentication/passwords.ts';
import { findUserByEmail, insertUserIfNew, rewriteUserRow, type UserRow } from '../users.sql.ts';
import { clientBaseUrl, composeAlreadyRegisteredMail } from './password-mails.ts';

/** Prevents filling another person's mailbox. */
const alreadyRegisteredMailThrottle: Throttle = {
  name: 'registered already',
  maxAttempts: attemptLimits.passwordResets.perAccountPerHour,
  windowSeconds: 3600,
};

/**
 * Creates an account with the role `user`, whatever role was sent.
 * @returns the account to answer with, and whether it was created: if not, the address has an account, and its owner is to
 *   be notified
 */
export async function registerUser(
  tx: Tx,
  input: z.output<typeof RegistrationInput>,
): Promise<{ user: UserRow; isNew: boolean }> {
  const row = {
    email: input.email,
    password_hash: await hashPassword(input.password),
    realname: input.realname ?? null,
    role: builtInRoles.member,
    language: null,
  };
  const { id, user: inserted } = await insertUserIfNew(tx, row);
  if (!inserted) {
    // The commit waits for the disk only when something was written.
    await rewriteUserRow(tx, input.email);
    const emptyHistory = {
      email_confirmed: null,
      last_login: null,
      last_attempt: null,
      updated: null,
      reporter_code: '',
    };
    const user = { ...row, ...emptyHistory, logins: 0, failed_attempts: 0, id, created: new Date() };
    return { user, isNew: false };
  }
  const details = { role: { from: null, to: inserted.role }, registered: true };
  await recordChange(tx, inserted, { action: 'create', subject: 'users', id: inserted.id, details });
  return { user: inserted, isNew: true };
}

/** Notifies the owner of an address that somebody tried to register with it. Call it after the answer was sent. */
export async function sendAlreadyRegisteredMail(
  db: Db,
  outbox: Outbox,
  publicUrl: string | undefined,
  email: string,
): Promise<void> {
  if (!(await isAttemptAllowed(db, alreadyRegisteredMailThrottle, email))) return;
  await inTransaction(db, 'writes', async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    const site = await readSite(tx);
    const translator = translatorFor(user.language, site.language);
    const mail = composeAlreadyRegisteredMail(
      translator,
      site.name,
      clientBaseUrl(site.client_url, publicUrl),
    );
    await outbox.enqueue(tx, { to: user.email, ...mail }, limits.invitationSeconds);
  });
}
