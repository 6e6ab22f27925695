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

/** Wrong keys of one network address. */
const callerThrottle: Throttle = { name: 'receipt caller', maxAttempts: 10, windowSeconds: 60 };
/** Wrong keys of everybody. */
const globalThrottle: Throttle = { name: 'receipts', maxAttempts: 600, windowSeconds: 3600 };
/** Attempts of one network address beyond the limit of everybody. */
const slowedCallerThrottle: Throttle = { name: 'receipt slowed', maxAttempts: 1, windowSeconds: 60 };

/**
 * Counts an attempt as failed until the key proves right. Too many failures of everybody slow each network address down, and block
 * none.
 * @returns the network address, for `clearReceiptAttempt`
 */
export const createReceiptGate =
  (db: Db): PreTransactionCheck<string> =>
  async ({ address }) => {
    const waitSeconds =
      (await registerAttempt(db, callerThrottle, address)) ||
      ((await isAttemptAllowed(db, globalThrottle, ''))
        ? 0
        : await registerAttempt(db, slowedCallerThrottle, address));
    if (waitSeconds > 0) throw new Problem('request.too-many').withRetryAfter(waitSeconds);
    return address;
  };

/** Removes an attempt from the counters, since the key was right. */
export async function clearReceiptAttempt(db: Db, address: string): Promise<void> {
  await refundAttempt(db, callerThrottle, address);
  await refundAttempt(db, globalThrottle, '');
  await refundAttempt(db, slowedCallerThrottle, address);
}

/** A token for the report of a receipt. @throws Problem 404 for a wrong key */
export async function openReceipt(tx: Tx, key: string): Promise<{ token: string; expires_in: number }> {
  const keyHash = createHash('sha256').update(Buffer.from(key, 'base64url')).digest();
  const postId = await findPostOfReceipt(tx, keyHash);
  if (postId === undefined) throw new Problem('receipt.not-found');
  return { token: createReceiptToken(await readFileUrlSigner(tx), postId), expires_in: receiptTokenSeconds };
}
