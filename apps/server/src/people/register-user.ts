/**
 * Somebody makes an account of their own (wire 2.7). Whether the address has an account already is told to nobody but its
 * owner, by mail: the answer is the same, takes as long, and uses up a number of an account as well.
 */
import { limits } from '@waypost/contract/limits';
import { builtInRoles } from '@waypost/contract/privileges';
import type { RegistrationInput } from '@waypost/contract/registration';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { isWithin, type Throttle } from '../kernel/throttle.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { wordsIn } from '../words/words.public.ts';
import { hashPassword } from './passwords.ts';
import { findUserByEmail, insertUserIfNew, type UserRow } from './people.sql.ts';
import { alreadyRegisteredMail, clientAddress } from './reset-mail.ts';

/** So that nobody's mailbox is filled by somebody else. */
const mailsPerAccount: Throttle = {
  name: 'registered already',
  most: limits.passwordResets.accountAnHour,
  seconds: 3600,
};

/**
 * Makes an ordinary member, whatever was sent.
 * @returns the account as it is answered, and whether it was made: if not, the address has one, and its owner is to be told
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
  const { id, user: made } = await insertUserIfNew(tx, row);
  if (!made) {
    const never = { email_confirmed: null, last_login: null, last_attempt: null, updated: null };
    const user = { ...row, ...never, logins: 0, failed_attempts: 0, id, created: new Date() };
    return { user, isNew: false };
  }
  const details = { role: { from: null, to: made.role }, registered: true };
  await recordChange(tx, made, { action: 'create', subject: 'users', id: made.id, details });
  return { user: made, isNew: true };
}

/** Tells the owner of an address that somebody tried to register with it. To be called after the answer has left. */
export async function tellOwner(
  db: Db,
  outbox: Outbox,
  publicUrl: string | undefined,
  email: string,
): Promise<void> {
  if (!(await isWithin(db, mailsPerAccount, email))) return;
  await inTransaction(db, 'writes', async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    const site = await readSite(tx);
    const words = wordsIn(user.language, site.language);
    const mail = alreadyRegisteredMail(words, site.name, clientAddress(site.client_url, publicUrl));
    await outbox.put(tx, { to: user.email, ...mail }, limits.invitation);
  });
}
