/**
 * Reports of people without an account: their pace, the proof that is asked of them while very many come in, and which of them
 * wait for the team (docs/decisions/0024).
 */
import { proofOfWorkHeader } from '@waypost/contract/common/endpoint';
import type { PostInput } from '@waypost/contract/posts/posts';
import type { Tx } from '../../kernel/db/database.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { type MountContext, type PreTransactionCheck, visitorThrottle } from '../../kernel/http/route.ts';
import { createChallenge, difficultyFor, verifyAnswer } from '../../kernel/limits/proof-of-work.ts';
import { hashWithDailyKey, registerAttempt } from '../../kernel/limits/throttle.ts';
import { addressKey } from '../../media/media.public.ts';
import { readSite } from '../../settings/settings.public.ts';
import type { HoldReason } from './senders.sql.ts';

/** What is known of whoever sends a report. */
export interface SenderContext {
  /** Of a visitor: the same for all of the day from one network address; null for people with an account. */
  senderHash: Buffer | null;
  /** Of a visitor: what their uploads without a token are known by (`hashUploaderAddress`); null for people with an account. */
  addressHash: Buffer | null;
  /** Whether very many reports come in. */
  isUnderPressure: boolean;
}

/** @throws Problem 429 beyond the pace of one address, and without a proof under pressure */
export function createVisitorGate(mount: MountContext): PreTransactionCheck<SenderContext> {
  const { db, requestRate: flood } = mount;
  const pace = visitorThrottle(mount, 'reports');
  return async (caller) => {
    if (await caller.isSignedIn()) return { senderHash: null, addressHash: null, isUnderPressure: false };
    const wait = pace ? await registerAttempt(db, pace, caller.address) : 0;
    if (wait > 0) throw new Problem('request.too-many').withRetryAfter(wait);
    // Those that are refused count too: as long as they come, there is pressure.
    flood.count();
    const isPressed = flood.pressure > 1;
    if (isPressed && !(await verifyAnswer(db, caller.header(proofOfWorkHeader))))
      throw new Problem('request.challenge').withRetryAfter(60);
    const sender = await hashWithDailyKey(db, 'sender', caller.address);
    return { senderHash: sender, addressHash: await addressKey(db, caller), isUnderPressure: isPressed };
  };
}

/** A challenge while there is pressure, else none. */
export async function issueChallenge({ db, requestRate: flood }: MountContext) {
  const { pressure: level } = flood;
  const bits = difficultyFor(level);
  return { bits, challenge: level > 1 ? await createChallenge(db, bits) : null };
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Says of each report why it waits for the team; null when its survey decides. */
export async function createHoldCheck(
  tx: Tx,
): Promise<
  (arrival: Pick<SenderContext, 'isUnderPressure'>, input: Pick<PostInput, 'website'>) => HoldReason
> {
  const { hold_visitors: hold } = await readSite(tx);
  return ({ isUnderPressure: isPressed }, { website }) => {
    if (isFilled(website)) return 'trap';
    if (hold === 'always') return 'always';
    return hold === 'pressure' && isPressed ? 'pressure' : null;
  };
}
