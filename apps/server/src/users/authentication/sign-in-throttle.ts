/**
 * Limits on password attempts (docs/decisions/0046). Failures are counted by account and network address together, so that
 * an attacker elsewhere cannot lock the owner out. Too many failures for one account, from all addresses, slow down devices
 * that have not logged in before; they never block one that has.
 */
import { createHash } from 'node:crypto';
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import type { Db, Tx } from '../../kernel/db/database.ts';
import { Problem } from '../../kernel/http/problem.ts';
import {
  isAttemptAllowed,
  refundAttempt,
  registerAttempt,
  resetAttempts,
  rewriteCount,
  type Throttle,
} from '../../kernel/limits/throttle.ts';

const deviceThrottle: Throttle = {
  name: 'sign-in device',
  maxAttempts: attemptLimits.loginFailuresPerMinute.device,
  windowSeconds: 60,
};
const callerThrottle: Throttle = {
  name: 'sign-in caller',
  maxAttempts: attemptLimits.loginFailuresPerMinute.ipAddress,
  windowSeconds: 60,
};
const accountAndCallerThrottle: Throttle = {
  name: 'sign-in account and caller',
  maxAttempts: attemptLimits.loginFailuresPerMinute.account,
  windowSeconds: 60,
};
const accountThrottle: Throttle = {
  name: 'sign-in account',
  maxAttempts: attemptLimits.loginFailuresPerAccount.perHour,
  windowSeconds: 3600,
};
const slowedCallerThrottle: Throttle = {
  name: 'sign-in slowed',
  maxAttempts: 1,
  windowSeconds: attemptLimits.loginFailuresPerAccount.retryAfterSeconds,
};

/** One attempt to log in with a password. */
export interface SignInAttempt {
  /** The e-mail address as typed, in lower case; there may be no such account. */
  email: string;
  /** Stored password hash, null where there is no account. A new password resets the counters. */
  passwordHash: string | null;
  /** Network prefix of the caller. */
  caller: string;
  /** Id of a device that has logged in to this account before. */
  deviceId: number | undefined;
}

const accountKey = ({ email, passwordHash }: SignInAttempt): string => {
  const password = createHash('sha256')
    .update(passwordHash ?? '')
    .digest('hex');
  return `${email}\n${password}`;
};

const throttleKeysOf = (attempt: SignInAttempt) => {
  const account = accountKey(attempt);
  return { account, accountAndCaller: `${account}\n${attempt.caller}` };
};

/**
 * Counts an attempt before the password is verified.
 * @returns 0 when this attempt is allowed, else seconds until the next one
 * @throws Problem 429 for a network address with too many wrong passwords for any account
 */
export async function countSignInAttempt(db: Db, attempt: SignInAttempt): Promise<number> {
  if (attempt.deviceId !== undefined) return registerAttempt(db, deviceThrottle, String(attempt.deviceId));
  const callerWaitSeconds = await registerAttempt(db, callerThrottle, attempt.caller);
  if (callerWaitSeconds > 0) throw new Problem('request.too-many').withRetryAfter(callerWaitSeconds);
  const { account, accountAndCaller } = throttleKeysOf(attempt);
  const waitSeconds = await registerAttempt(db, accountAndCallerThrottle, accountAndCaller);
  if (waitSeconds > 0) return waitSeconds;
  if (await isAttemptAllowed(db, accountThrottle, account)) return 0;
  return registerAttempt(db, slowedCallerThrottle, accountAndCaller);
}

/**
 * Writes the count of an address without an account once more, unchanged: as much work as `recordLoginAttempt` is for one that
 * has an account, so that the duration does not reveal which it is.
 */
export const rewriteSignInCount = (db: Db, tx: Tx, attempt: SignInAttempt): Promise<void> =>
  rewriteCount(db, tx, accountThrottle, throttleKeysOf(attempt).account);

/** Removes an attempt from the counters, since the password was right. */
export async function clearSignInAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
  if (attempt.deviceId !== undefined) return resetAttempts(db, deviceThrottle, String(attempt.deviceId));
  const { account, accountAndCaller } = throttleKeysOf(attempt);
  await refundAttempt(db, callerThrottle, attempt.caller);
  await resetAttempts(db, accountAndCallerThrottle, accountAndCaller);
  await refundAttempt(db, accountThrottle, account);
  await resetAttempts(db, slowedCallerThrottle, accountAndCaller);
}
