/**
 * Reauthentication before users change their own password or e-mail address: they send the current password, or have
 * logged in within the last minutes. An unattended device that is logged in is not enough.
 */
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
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
  maxAttempts: attemptLimits.ownAccountFailuresPerHour,
  windowSeconds: 3600,
});
const wrongPasswordThrottle = createAccountThrottle('current password');
const takenEmailThrottle = createAccountThrottle('taken address');

/** Counts attempts outside the request's transaction, which would roll them back. */
export interface AttemptCounter {
  db: Db;
  txHooks: TransactionHooks;
}

/** @throws Problem 429 when there is no attempt left */
async function requireAttemptLeft(tx: Tx, throttle: Throttle, { id }: UserRow): Promise<void> {
  const waitSeconds = await secondsUntilNext(tx, throttle, String(id));
  if (waitSeconds > 0) throw new Problem('request.too-many').withRetryAfter(waitSeconds);
}

const countAttemptOnFailure = ({ db, txHooks }: AttemptCounter, throttle: Throttle, { id }: UserRow): void =>
  txHooks.onFailure(async () => {
    await registerAttempt(db, throttle, String(id));
  });

/**
 * Requires the current password or a recent login.
 * @param currentPassword the current password, if the caller sent one
 * @throws ValidationError at `/current_password` when it is wrong, or missing and the login is older than
 *   `limits.recentLoginSeconds`; Problem 429 after too many wrong ones
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
 * Limits how many e-mail addresses users can test for existing accounts by setting them as their own. Call it before the
 * address is stored.
 * @throws Problem 429 when there is no attempt left
 */
export async function limitEmailChangeAttempts(
  tx: Tx,
  user: UserRow,
  attempts: AttemptCounter,
): Promise<void> {
  await requireAttemptLeft(tx, takenEmailThrottle, user);
  countAttemptOnFailure(attempts, takenEmailThrottle, user);
}
