/**
 * Proof of work: challenges that cost one device a second or two, and a flood of requests many machines (docs/decisions/0024).
 * Challenges are not stored: each has its expiry in it and is signed with the key of the day, so that every process can verify
 * it. An answer is accepted once.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import type { Db } from '../db/database.ts';
import { hashWithDailyKey, isAttemptAllowed } from './throttle.ts';

const signChallenge = async (db: Db, text: string) =>
  (await hashWithDailyKey(db, 'challenge', text)).subarray(0, 16).toString('base64url');

/** Number of leading zero bits required at a level of `RequestRate.pressure`. */
export function difficultyFor(pressure: number): number {
  const { min, max } = limits.proofOfWorkBits;
  return Math.min(max, min + Math.max(0, Math.floor(Math.log2(Math.max(1, pressure)))));
}

/** Creates a challenge: `<bits>.<expiry in seconds since 1970>.<nonce>.<signature>`. */
export async function createChallenge(db: Db, bits: number): Promise<string> {
  const expiresAt = Math.floor(Date.now() / 1000) + limits.challengeSeconds;
  const text = `${bits}.${expiresAt}.${randomBytes(12).toString('base64url')}`;
  return `${text}.${await signChallenge(db, text)}`;
}

function startsWithZeros(hash: Buffer, bits: number): boolean {
  const prefix = hash.readUInt32BE(0);
  return bits === 0 || prefix >>> (32 - bits) === 0;
}

const answerPattern = /^((\d{1,2})\.(\d{1,12})\.[\w-]{16})\.([\w-]{22}):[\w-]{1,32}$/;

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * Whether a header answers a challenge of this deployment that has not expired and was not answered before.
 * @param db not a transaction that may be rolled back
 * @param answer `<challenge>:<nonce>`; its SHA-256 begins with as many zero bits as the challenge says
 */
export async function verifyAnswer(db: Db, answer: string | undefined): Promise<boolean> {
  const [, text = '', bits = '', expiresAt = '', givenSignature = ''] =
    answerPattern.exec(answer ?? '') ?? [];
  if (text === '' || answer === undefined || Number(expiresAt) * 1000 < Date.now()) return false;
  if (!startsWithZeros(createHash('sha256').update(answer).digest(), Number(bits))) return false;
  if (!isSame(givenSignature, await signChallenge(db, text))) return false;
  return isAttemptAllowed(
    db,
    { name: 'proof', maxAttempts: 1, windowSeconds: limits.challengeSeconds },
    text,
  );
}
