/** Getting back into an account by mail (wire 2.7). */
import { limits } from '@waypost/contract/limits';
import type { PasswordResetConfirmation } from '@waypost/contract/registration';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { fault } from '../kernel/problem.ts';
import { isWithin, type Throttle } from '../kernel/throttle.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { wordsIn } from '../words/words.public.ts';
import { deleteDevices } from './devices.sql.ts';
import { hashPassword } from './passwords.ts';
import { findUserByEmail, updateUserRow } from './people.sql.ts';
import { clientAddress, invitationMail, resetMail } from './reset-mail.ts';
import {
  deletePasswordResets,
  deleteSessions,
  insertPasswordReset,
  takePasswordReset,
} from './tokens.sql.ts';
import { hashOf, newSecret } from './tokens.ts';

/** So that nobody's mailbox is filled by somebody else. */
const perAccount: Throttle = {
  name: 'reset account',
  most: limits.passwordResets.accountAnHour,
  seconds: 3600,
};

/** @param seconds that it is good for, once */
async function newResetToken(tx: Tx, userId: number, seconds: number): Promise<string> {
  const token = newSecret();
  const expires = new Date(Date.now() + seconds * 1000);
  await insertPasswordReset(tx, { hash: hashOf(token), user_id: userId, expires });
  return token;
}

/**
 * Writes the mail by which a person whose account was made for them sets a password. It opens what a reset opens, and is
 * void as soon as the password or the address changes.
 */
export async function inviteUser(
  tx: Tx,
  outbox: Outbox,
  publicUrl: string | undefined,
  user: { id: number; email: string; language: string | null },
): Promise<void> {
  const token = await newResetToken(tx, user.id, limits.invitation);
  const site = await readSite(tx);
  const { email } = user;
  const words = wordsIn(user.language, site.language);
  const mail = invitationMail(words, site.name, clientAddress(site.client_url, publicUrl), { email, token });
  await outbox.put(tx, { to: email, ...mail }, limits.invitation, 'program', { opensAccount: true });
}

/**
 * Sends a link to whoever has an account by this address. To be called after the answer has left: what is done here, and
 * how long it takes, depends on whether there is one.
 */
export async function sendReset(
  db: Db,
  outbox: Outbox,
  publicUrl: string | undefined,
  address: string,
): Promise<void> {
  const email = address.trim().toLowerCase();
  if (!(await isWithin(db, perAccount, email))) return;
  await inTransaction(db, 'writes', async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    const token = await newResetToken(tx, user.id, limits.passwordReset);
    const site = await readSite(tx);
    const words = wordsIn(user.language, site.language);
    const mail = resetMail(words, site.name, clientAddress(site.client_url, publicUrl), token);
    await outbox.put(tx, { to: user.email, ...mail }, limits.passwordReset, 'program', {
      opensAccount: true,
    });
  });
}

/**
 * Sets a new password and signs the person out everywhere.
 * @throws Faults at `/token` when it is unknown, used or too old
 */
export async function confirmReset(
  tx: Tx,
  { token, password }: z.output<typeof PasswordResetConfirmation>,
): Promise<void> {
  const userId = await takePasswordReset(tx, hashOf(token));
  if (userId === undefined) throw fault('passwordreset', 'token', 'invalid');
  // The token came by mail to the account's address, and is void once that changes.
  await updateUserRow(tx, userId, {
    password_hash: await hashPassword(password),
    email_confirmed: new Date(),
  });
  await deleteSessions(tx, userId);
  await deleteDevices(tx, userId);
  await deletePasswordResets(tx, userId);
  const details = { changed: ['password'] };
  await recordChange(tx, { id: userId }, { action: 'update', subject: 'users', id: userId, details });
}
