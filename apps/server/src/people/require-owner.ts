/**
 * What opens an account is changed by whoever knows it, not by whoever finds the device open: a new password or e-mail
 * address of one's own needs the password of today, or a login of the last minutes.
 */
import { limits } from '@waypost/contract/limits';
import type { Db, Tx } from '../kernel/db.ts';
import type { Outcome } from '../kernel/outcome.ts';
import { fault, Problem } from '../kernel/problem.ts';
import { secondsToWait, secondsUntilNext, type Throttle } from '../kernel/throttle.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { passwordFits } from './passwords.ts';
import type { UserRow } from './people.sql.ts';
import { isFreshSession } from './tokens.sql.ts';

const perAccount = (name: string): Throttle => ({
  name,
  most: limits.ownAccountFaultsAnHour,
  seconds: 3600,
});
const wrongPasswords = perAccount('current password');
const takenAddresses = perAccount('taken address');

/** Where tries are counted that the request's own transaction would roll back. */
export interface Counting {
  db: Db;
  outcome: Outcome;
}

/** @throws Problem 429 when there is no try left */
async function requireTry(tx: Tx, throttle: Throttle, { id }: UserRow): Promise<void> {
  const wait = await secondsUntilNext(tx, throttle, String(id));
  if (wait > 0) throw new Problem('request.too-many').after(wait);
}

const countIfRefused = ({ db, outcome }: Counting, throttle: Throttle, { id }: UserRow): void =>
  outcome.onFailure(async () => {
    await secondsToWait(db, throttle, String(id));
  });

/**
 * @param sent the password of today, if the caller sent one
 * @throws Faults at `/current_password` when it is wrong, or missing and the login is older than some minutes; Problem 429
 *   after too many wrong ones
 */
export async function requireOwner(
  tx: Tx,
  viewer: Viewer,
  user: UserRow,
  sent: string | null | undefined,
  counting: Counting,
): Promise<void> {
  if (!sent && viewer.session !== null && (await isFreshSession(tx, viewer.session))) return;
  if (sent) {
    await requireTry(tx, wrongPasswords, user);
    if (await passwordFits(user.password_hash, sent)) return;
    countIfRefused(counting, wrongPasswords, user);
  }
  throw fault('users', 'current_password', 'currentPassword');
}

/**
 * Bounds how many addresses somebody may find to be taken by trying them as their own: to be called before one is stored.
 * @throws Problem 429 when there is no try left
 */
export async function boundAddressTries(tx: Tx, user: UserRow, counting: Counting): Promise<void> {
  await requireTry(tx, takenAddresses, user);
  countIfRefused(counting, takenAddresses, user);
}
