/** Opens a receipt: from the key that is derived from its code to a token for one report (docs/decisions/0068). */
import { createHash } from 'node:crypto';
import type { Db, Tx } from '../kernel/db/database.ts';
import { Problem } from '../kernel/http/problem.ts';
import type { PreTransactionCheck } from '../kernel/http/route.ts';
import {
  isAttemptAllowed,
  refundAttempt,
  registerAttempt,
  type Throttle,
} from '../kernel/limits/throttle.ts';
import { readFileUrlSigner } from '../settings/settings.public.ts';
import { createReceiptToken, receiptTokenSeconds } from './receipt-token.ts';
import { findPostOfReceipt } from './receipts.sql.ts';

/** Wrong keys of one network address, before others from it are refused. */
const callerThrottle: Throttle = { name: 'receipt caller', maxAttempts: 10, windowSeconds: 60 };
/** Wrong keys of one network address that are looked up at all. */
const lookupThrottle: Throttle = { name: 'receipt lookups', maxAttempts: 100, windowSeconds: 60 };
/** Wrong keys of everybody that are looked up. */
const globalThrottle: Throttle = { name: 'receipts', maxAttempts: 6000, windowSeconds: 3600 };
/** Attempts of one network address beyond the limit of everybody: enough for somebody who mistypes a code. */
const slowedCallerThrottle: Throttle = { name: 'receipt slowed', maxAttempts: 5, windowSeconds: 60 };

/** An attempt that was counted as failed. */
export interface ReceiptAttempt {
  /** Network address. */
  address: string;
  /** Seconds until the address may try wrong keys again; 0 while it may. */
  waitSeconds: number;
}

const tooMany = (waitSeconds: number) => new Problem('request.too-many').withRetryAfter(waitSeconds);

/**
 * Counts an attempt as failed until the key proves right: parallel guesses are all counted. The address of somebody who guesses may be
 * that of a holder, too, so that right keys open for longer than wrong ones are answered. Too many failures of everybody slow each
 * address down, and block none.
 * @throws Problem 429 when the key is not even looked up
 */
export const createReceiptGate =
  (db: Db): PreTransactionCheck<ReceiptAttempt> =>
  async ({ address }) => {
    const lookupWaitSeconds =
      (await registerAttempt(db, lookupThrottle, address)) ||
      ((await isAttemptAllowed(db, globalThrottle, ''))
        ? 0
        : await registerAttempt(db, slowedCallerThrottle, address));
    if (lookupWaitSeconds > 0) throw tooMany(lookupWaitSeconds);
    return { address, waitSeconds: await registerAttempt(db, callerThrottle, address) };
  };

/** Removes an attempt from the counters, since the key was right. */
export async function clearReceiptAttempt(db: Db, { address }: ReceiptAttempt): Promise<void> {
  for (const throttle of [callerThrottle, lookupThrottle, slowedCallerThrottle])
    await refundAttempt(db, throttle, address);
  await refundAttempt(db, globalThrottle, '');
}

/** A token for the report of a receipt. @throws Problem 404 for a wrong key, and 429 for one after many others */
export async function openReceipt(
  tx: Tx,
  key: string,
  { waitSeconds }: ReceiptAttempt,
): Promise<{ token: string; expires_in: number }> {
  const keyHash = createHash('sha256').update(Buffer.from(key, 'base64url')).digest();
  const postId = await findPostOfReceipt(tx, keyHash);
  if (postId === undefined) throw waitSeconds > 0 ? tooMany(waitSeconds) : new Problem('receipt.not-found');
  return { token: createReceiptToken(await readFileUrlSigner(tx), postId), expires_in: receiptTokenSeconds };
}
