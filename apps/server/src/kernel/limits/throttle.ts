/**
 * Limits how often something may be tried. Counted in the database, so that several processes count together and a restart
 * loses nothing. Each count commits by itself, so that a request that fails counts too. Network addresses are not stored: a
 * count is stored under an HMAC with a key that is made every day and deleted the next.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { Problem } from '../http/problem.ts';

/** A limit of attempts per time window. */
export interface Throttle {
  /** What is counted: `sign-in account`. */
  name: string;
  /** Attempts per window. */
  maxAttempts: number;
  windowSeconds: number;
  /** Only callers without an account are counted. */
  anonymousOnly?: boolean;
  /** Requests with invalid input, which are refused anyway, are not counted. */
  validInputOnly?: boolean;
}

const today = () => new Date().toISOString().slice(0, 10);

/** The key of the day by database: each process reads it once a day. */
const keysByDatabase = new WeakMap<Db, { day: string; key: Buffer }>();

async function readDailyKey(db: Db, day: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ key: Buffer }>`
    select key from throttle_keys where day = ${day}::date`.execute(db);
  return rows[0]?.key;
}

/** Creates the key of the day unless another process was first, and deletes older keys. */
async function createDailyKey(db: Db, day: string): Promise<Buffer> {
  await sql`
    insert into throttle_keys (day, key) values (${day}::date, ${randomBytes(32)}) on conflict do nothing`.execute(
    db,
  );
  await sql`delete from throttle_keys where day < ${day}::date`.execute(db);
  const key = await readDailyKey(db, day);
  if (!key) throw new Error('another process deleted the key of the day: its clock is ahead');
  return key;
}

async function getDailyKey(db: Db): Promise<Buffer> {
  const day = today();
  const cached = keysByDatabase.get(db);
  if (cached?.day === day) return cached.key;
  const key = (await readDailyKey(db, day)) ?? (await createDailyKey(db, day));
  keysByDatabase.set(db, { day, key });
  return key;
}

const hashSubject = (key: Buffer, throttle: Throttle, subject: string) =>
  createHmac('sha256', key).update(`${throttle.name}\n${subject}`).digest();

/** HMAC of a text with the key of the day. It cannot be linked to the text once the key is deleted. */
export const hashWithDailyKey = async (db: Db, name: string, text: string): Promise<Buffer> =>
  createHmac('sha256', await getDailyKey(db))
    .update(`${name}\n${text}`)
    .digest();

/** Key of the count of a subject; undefined when nothing was counted today. */
async function findCountKey(db: Db, throttle: Throttle, subject: string): Promise<Buffer | undefined> {
  const key = await readDailyKey(db, today());
  return key && hashSubject(key, throttle, subject);
}

/**
 * The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, within which a client can use any
 * number of addresses.
 */
export function toNetworkPrefix(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail = ''] = ip.split('::');
  const [headGroups, tailGroups] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeroGroups = ip.includes('::') ? 8 - (headGroups?.length ?? 0) - (tailGroups?.length ?? 0) : 0;
  const groups = [
    ...(headGroups ?? []),
    ...Array.from({ length: zeroGroups }, () => '0'),
    ...(tailGroups ?? []),
  ];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Counts an attempt.
 * @param db not a transaction that may be rolled back
 * @param weight how many attempts it counts as
 * @returns 0 when the attempt is allowed, else seconds until the next one is
 */
export async function registerAttempt(
  db: Db,
  throttle: Throttle,
  subject: string,
  weight = 1,
): Promise<number> {
  const key = hashSubject(await getDailyKey(db), throttle, subject);
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttles (key, count, expires)
    values (${key}, ${weight}, now() + make_interval(secs => ${throttle.windowSeconds}))
    on conflict (key) do update set
      count = case when throttles.expires <= now() then excluded.count else throttles.count + excluded.count end,
      expires = case when throttles.expires <= now() then excluded.expires else throttles.expires end
    returning count, greatest(1, ceil(extract(epoch from expires - now())))::int as wait`.execute(db);
  const [row] = rows;
  return row && row.count > throttle.maxAttempts ? row.wait : 0;
}

/**
 * Checks whether an attempt is left, without counting one.
 * @param db may be a transaction
 * @returns 0 when there is one, else seconds until there is
 */
export async function secondsUntilNext(db: Db, throttle: Throttle, subject: string): Promise<number> {
  const key = await findCountKey(db, throttle, subject);
  if (!key) return 0;
  const { rows } = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from expires - now())))::int as wait from throttles
    where key = ${key} and expires > now() and count >= ${throttle.maxAttempts}`.execute(db);
  return rows[0]?.wait ?? 0;
}

/** Counts an attempt. @param db not a transaction that may be rolled back @throws Problem 429 with `Retry-After` beyond the limit */
export async function requireAttempt(db: Db, throttle: Throttle, subject: string): Promise<void> {
  const waitSeconds = await registerAttempt(db, throttle, subject);
  if (waitSeconds > 0) throw new Problem('request.too-many').withRetryAfter(waitSeconds);
}

/** Counts an attempt, for callers that do not report the wait. @returns whether it is allowed */
export const isAttemptAllowed = async (db: Db, throttle: Throttle, subject: string): Promise<boolean> =>
  (await registerAttempt(db, throttle, subject)) === 0;

/** Takes back one attempt, since it succeeded. */
export async function refundAttempt(db: Db, throttle: Throttle, subject: string): Promise<void> {
  const key = await findCountKey(db, throttle, subject);
  if (key) await sql`update throttles set count = greatest(count - 1, 0) where key = ${key}`.execute(db);
}

/** Takes back all attempts. */
export async function resetAttempts(db: Db, throttle: Throttle, subject: string): Promise<void> {
  const key = await findCountKey(db, throttle, subject);
  if (key) await db.deleteFrom('throttles').where('key', '=', key).execute();
}

/**
 * Writes a count once more, unchanged.
 * @param db database of the transaction, whose key of the day is cached
 */
export async function rewriteCount(db: Db, tx: Tx, throttle: Throttle, subject: string): Promise<void> {
  const key = hashSubject(await getDailyKey(db), throttle, subject);
  await sql`update throttles set count = count where key = ${key}`.execute(tx);
}

/** Deletes counts whose window has ended. */
export const deleteExpiredThrottles = async (db: Db): Promise<void> => {
  await db.deleteFrom('throttles').where('expires', '<', sql<Date>`now()`).execute();
};
