/**
 * How often passwords may be tried (docs/decisions/0046). Wrong ones count by account and network address together, so that
 * whoever tries them from elsewhere cannot lock the owner out. Far too many for one account, from everywhere, slow devices
 * that have not logged in before; they never stop one that has.
 */
import { createHash } from 'node:crypto';
import { limits } from '@waypost/contract/limits';
import type { Db } from '../kernel/db.ts';
import { Problem } from '../kernel/problem.ts';
import { forgive, giveBack, isWithin, secondsToWait, type Throttle } from '../kernel/throttle.ts';

const perDevice: Throttle = { name: 'sign-in device', most: limits.signInsAMinute.device, seconds: 60 };
const perCaller: Throttle = { name: 'sign-in caller', most: limits.signInsAMinute.caller, seconds: 60 };
const perAccountAndCaller: Throttle = {
  name: 'sign-in account and caller',
  most: limits.signInsAMinute.account,
  seconds: 60,
};
const perAccount: Throttle = {
  name: 'sign-in account',
  most: limits.signInsEverywhere.anHour,
  seconds: 3600,
};
const perSlowedCaller: Throttle = {
  name: 'sign-in slowed',
  most: 1,
  seconds: limits.signInsEverywhere.slowedTo,
};

export interface Attempt {
  /** As it was typed, lower case; there may be no such account. */
  email: string;
  /** Stored hash of the password that is guessed at, null where there is no account. A new password begins counts anew. */
  passwordHash: string | null;
  /** Who counts as one by network address. */
  caller: string;
  /** Id of a device that has logged in to this account before. */
  device: number | undefined;
}

const accountIn = ({ email, passwordHash }: Attempt): string => {
  const password = createHash('sha256')
    .update(passwordHash ?? '')
    .digest('hex');
  return `${email}\n${password}`;
};

const keysOf = (attempt: Attempt) => {
  const account = accountIn(attempt);
  return { account, accountAndCaller: `${account}\n${attempt.caller}` };
};

/**
 * Counts a try, before it is known how it turns out.
 * @returns seconds to wait before another is looked at; 0: this one is
 * @throws Problem 429 for a network address with far too many wrong passwords for any account
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<number> {
  if (attempt.device !== undefined) return secondsToWait(db, perDevice, String(attempt.device));
  const tooMany = await secondsToWait(db, perCaller, attempt.caller);
  if (tooMany > 0) throw new Problem('request.too-many').after(tooMany);
  const { account, accountAndCaller } = keysOf(attempt);
  const wait = await secondsToWait(db, perAccountAndCaller, accountAndCaller);
  if (wait > 0) return wait;
  if (await isWithin(db, perAccount, account)) return 0;
  return secondsToWait(db, perSlowedCaller, accountAndCaller);
}

/** Takes the try back, since the password was right. */
export async function forgiveAttempt(db: Db, attempt: Attempt): Promise<void> {
  if (attempt.device !== undefined) return forgive(db, perDevice, String(attempt.device));
  const { account, accountAndCaller } = keysOf(attempt);
  await giveBack(db, perCaller, attempt.caller);
  await forgive(db, perAccountAndCaller, accountAndCaller);
  await giveBack(db, perAccount, account);
  await forgive(db, perSlowedCaller, accountAndCaller);
}
