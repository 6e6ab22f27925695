/**
 * What opens an account is changed by whoever knows it, not by whoever finds the device open: a new password or e-mail
 * address of one's own needs the password of today, or a login of the last minutes.
 */
import { limits } from '@waypost/contract/common/limits';
import type { Db, Tx } from '../../kernel/db/database.ts';
import type { TransactionHooks } from '../../kernel/db/transaction-hooks.ts';
import { Problem, validationError } from '../../kernel/http/problem.ts';
import { registerAttempt, secondsUntilNext, type Throttle } from '../../kernel/limits/throttle.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { UserRow } from '../users.sql.ts';
import { verifyPassword } from './passwords.ts';
import { isRecentSession } from './tokens.sql.ts';

const createAccountThrottle = (name: string): Throttle => ({
  name,
  maxAttempts: limits.ownAccountFailuresPerHour,
  windowSeconds: 3600,
});
const wrongPasswordThrottle = createAccountThrottle('current password');
const takenEmailThrottle = createAccountThrottle('taken address');

/** Where tries are counted that the request's own transaction would roll back. */
export interface AttemptCounter {
  db: Db;
  outcome: TransactionHooks;
}

/** @throws Problem 429 when there is no try left */
async function requireAttemptLeft(tx: Tx, throttle: Throttle, { id }: UserRow): Promise<void> {
  const wait = await secondsUntilNext(tx, throttle, String(id));
  if (wait > 0) throw new Problem('request.too-many').withRetryAfter(wait);
}

const countAttemptOnFailure = ({ db, outcome }: AttemptCounter, throttle: Throttle, { id }: UserRow): void =>
  outcome.onFailure(async () => {
    await registerAttempt(db, throttle, String(id));
  });

/**
 * @param currentPassword the password of today, if the caller sent one
 * @throws Faults at `/current_password` when it is wrong, or missing and the login is older than some minutes; Problem 429
 *   after too many wrong ones
 */
export async function requireReauthentication(
  tx: Tx,
  viewer: Viewer,
  user: UserRow,
  currentPassword: string | null | undefined,
  attempts: AttemptCounter,
): Promise<void> {
  if (!currentPassword && viewer.sessionId !== null && (await isRecentSession(tx, viewer.sessionId))) return;
  if (currentPassword) {
    await requireAttemptLeft(tx, wrongPasswordThrottle, user);
    if (await verifyPassword(user.password_hash, currentPassword)) return;
    countAttemptOnFailure(attempts, wrongPasswordThrottle, user);
  }
  throw validationError('users', 'current_password', 'currentPassword');
}

/**
 * Bounds how many addresses somebody may find to be taken by trying them as their own: to be called before one is stored.
 * @throws Problem 429 when there is no try left
 */
export async function limitEmailChangeAttempts(
  tx: Tx,
  user: UserRow,
  attempts: AttemptCounter,
): Promise<void> {
  await requireAttemptLeft(tx, takenEmailThrottle, user);
  countAttemptOnFailure(attempts, takenEmailThrottle, user);
}
