/**
 * Limits on the use of invitations by network address. Many people may use one link behind one address, so only failed tries count:
 * void tokens, and addresses that have an account, which an invitation must not reveal in numbers. A valid token works all the same,
 * since its own uses limit it, and no token can be guessed.
 */
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import type { Db, Tx } from '../../kernel/db/database.ts';
import type { TransactionHooks } from '../../kernel/db/transaction-hooks.ts';
import { Problem, ValidationError } from '../../kernel/http/problem.ts';
import type { Caller } from '../../kernel/http/route.ts';
import { registerAttempt, secondsUntilNext, type Throttle } from '../../kernel/limits/throttle.ts';

const { requests, voidTokens, takenAddresses } = attemptLimits.invitationTriesPerTenMinutes;
/** Counts every request. */
export const requestThrottle: Throttle = { name: 'invitation', maxAttempts: requests, windowSeconds: 600 };
const tokenThrottle: Throttle = {
  name: 'invitation void token',
  maxAttempts: voidTokens,
  windowSeconds: 600,
};
const takenThrottle: Throttle = {
  name: 'invitation taken address',
  maxAttempts: takenAddresses,
  windowSeconds: 600,
};

interface InvitationRequest {
  tx: Tx;
  caller: Caller;
  txHooks: TransactionHooks;
}

async function requireTryLeft(tx: Tx, throttle: Throttle, address: string): Promise<void> {
  const waitSeconds = await secondsUntilNext(tx, throttle, address);
  if (waitSeconds > 0) throw new Problem('request.too-many').withRetryAfter(waitSeconds);
}

/**
 * Uses a token, and counts the try if it fails.
 * @throws Problem 429 after too many failed tries: for void tokens, and for all where the tries found addresses with accounts
 */
export async function limitFailedTries<R>(
  db: Db,
  { tx, caller: { address }, txHooks }: InvitationRequest,
  work: () => Promise<R>,
): Promise<R> {
  await requireTryLeft(tx, takenThrottle, address);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const isVoid = error.fieldErrors.some(({ field }) => field === 'token');
    if (isVoid) await requireTryLeft(tx, tokenThrottle, address);
    const isTaken = error.fieldErrors.some(({ field, rule }) => field === 'email' && rule === 'taken');
    const throttle = isVoid ? tokenThrottle : takenThrottle;
    // After the rollback, which would take the count back.
    if (isVoid || isTaken)
      txHooks.onFailure(async () => {
        await registerAttempt(db, throttle, address);
      });
    throw error;
  }
}
