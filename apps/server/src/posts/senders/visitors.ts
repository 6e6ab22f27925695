/**
 * Posts of visitors, who have no account: rate limit, proof of work under load, and which posts are held for review
 * (docs/decisions/0024).
 */
import { proofOfWorkHeader } from '@waypost/contract/common/endpoint';
import type { PostInput } from '@waypost/contract/posts/posts';
import type { Tx } from '../../kernel/db/database.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { type MountContext, type PreTransactionCheck, visitorThrottle } from '../../kernel/http/route.ts';
import { createChallenge, difficultyFor, verifyAnswer } from '../../kernel/limits/proof-of-work.ts';
import { hashWithDailyKey, registerAttempt } from '../../kernel/limits/throttle.ts';
import { hashUploaderAddress } from '../../media/media.public.ts';
import { readSite } from '../../settings/settings.public.ts';
import type { HoldReason } from './senders.sql.ts';

/** What is known about the sender of a post. */
export interface SenderContext {
  /** Hash of a visitor's network address, the same for one day; null for senders with an account. */
  senderHash: Buffer | null;
  /** Hash that identifies a visitor's uploads without a token (`hashUploaderAddress`); null for senders with an account. */
  addressHash: Buffer | null;
  /** Whether a visitor's post is so long that it is stored by itself, so that others do not wait for it. */
  isLong: boolean;
  /** Whether so many posts arrive that visitors need a proof of work. */
  isUnderPressure: boolean;
}

/** A long report counts once more for the rate limit for every so many characters of its request. */
const charactersPerAttempt = 10_000;

const noSender: SenderContext = {
  senderHash: null,
  addressHash: null,
  isLong: false,
  isUnderPressure: false,
};

/**
 * The check before a visitor's post is handled.
 * @throws Problem 429 above the rate limit of the address, and without a proof of work under pressure
 */
export function createVisitorGate(mount: MountContext): PreTransactionCheck<SenderContext> {
  const { db, requestRate } = mount;
  const throttle = visitorThrottle(mount, 'reports');
  return async (caller) => {
    if (await caller.isSignedIn()) return noSender;
    // Storing a long text takes more time than storing a short one: limited is what a visitor costs.
    const weight = 1 + Math.floor(caller.bodyLength / charactersPerAttempt);
    const waitSeconds = throttle
      ? await registerAttempt(db, throttle, caller.address, Math.min(weight, throttle.maxAttempts))
      : 0;
    if (waitSeconds > 0) throw new Problem('request.too-many').withRetryAfter(waitSeconds);
    // Refused requests are counted too: there is pressure as long as they arrive.
    requestRate.count();
    const isUnderPressure = requestRate.pressure > 1;
    if (isUnderPressure && !(await verifyAnswer(db, caller.header(proofOfWorkHeader))))
      throw new Problem('request.challenge').withRetryAfter(60);
    const senderHash = await hashWithDailyKey(db, 'sender', caller.address);
    return {
      senderHash,
      addressHash: await hashUploaderAddress(db, caller),
      isLong: weight > 1,
      isUnderPressure,
    };
  };
}

/** A proof-of-work challenge under pressure, otherwise null. */
export async function issueChallenge({ db, requestRate }: MountContext) {
  const { pressure } = requestRate;
  const bits = difficultyFor(pressure);
  return { bits, challenge: pressure > 1 ? await createChallenge(db, bits) : null };
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';

/**
 * A function that decides why a visitor's post is held for review; null when only the survey decides. A filled `website`
 * field is a honeypot that people do not see.
 */
export async function createHoldCheck(
  tx: Tx,
): Promise<
  (sender: Pick<SenderContext, 'isUnderPressure'>, input: Pick<PostInput, 'website'>) => HoldReason
> {
  const { hold_visitors: policy } = await readSite(tx);
  return ({ isUnderPressure }, { website }) => {
    if (isFilled(website)) return 'trap';
    if (policy === 'always') return 'always';
    return policy === 'pressure' && isUnderPressure ? 'pressure' : null;
  };
}
