/**
 * Challenges that cost a device a second or two of work and a flood of them a farm of machines (docs/decisions/0024). Nothing
 * of a challenge is kept: it carries its end and is signed with the key of the day, so that any process knows its own. An
 * answer counts once.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '@waypost/contract/limits';
import type { Db } from './db.ts';
import { hashOfToday, isWithin } from './throttle.ts';

const signature = async (db: Db, text: string) =>
  (await hashOfToday(db, 'challenge', text)).subarray(0, 16).toString('base64url');

/** How many zero bits are asked for at a level of pressure. */
export function bitsAt(level: number): number {
  const { least, most } = limits.proofBits;
  return Math.min(most, least + Math.max(0, Math.floor(Math.log2(Math.max(1, level)))));
}

/** `<bits>.<seconds since 1970 at its end>.<chance>.<signature>` */
export async function newChallenge(db: Db, bits: number): Promise<string> {
  const ends = Math.floor(Date.now() / 1000) + limits.challenge;
  const text = `${bits}.${ends}.${randomBytes(12).toString('base64url')}`;
  return `${text}.${await signature(db, text)}`;
}

function startsWithZeros(hash: Buffer, bits: number): boolean {
  const whole = hash.readUInt32BE(0);
  return bits === 0 || whole >>> (32 - bits) === 0;
}

const shape = /^((\d{1,2})\.(\d{1,12})\.[\w-]{16})\.([\w-]{22}):[\w-]{1,32}$/;

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * Whether a header answers a challenge of ours that has not ended and was not answered before.
 * @param db not a transaction that may be rolled back
 * @param sent `<challenge>:<nonce>`; its SHA-256 begins with as many zero bits as the challenge says
 */
export async function isProven(db: Db, sent: string | undefined): Promise<boolean> {
  const [, text = '', bits = '', ends = '', signed = ''] = shape.exec(sent ?? '') ?? [];
  if (text === '' || sent === undefined || Number(ends) * 1000 < Date.now()) return false;
  if (!startsWithZeros(createHash('sha256').update(sent).digest(), Number(bits))) return false;
  if (!isSame(signed, await signature(db, text))) return false;
  return isWithin(db, { name: 'proof', most: 1, seconds: limits.challenge }, text);
}
