/**
 * Slowing down what is tried too often. Counted in the database, so that several processes count together and a restart
 * forgets nothing; each count commits by itself, so that a request that fails has counted all the same. Addresses are not
 * kept: a count stands under a hash with a key that is new every day and forgotten the next.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface Throttle {
  /** What is counted: `sign-in account`. */
  name: string;
  /** How often within the time. */
  maxAttempts: number;
  windowSeconds: number;
  /** Only those are counted who have not signed in. */
  anonymousOnly?: boolean;
}

const today = () => new Date().toISOString().slice(0, 10);

/** The day's key, by database: asked for once a day by each process. */
const keysByDatabase = new WeakMap<Db, { day: string; key: Buffer }>();

async function storedKey(db: Db, day: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ key: Buffer }>`
    select key from throttle_keys where day = ${day}::date`.execute(db);
  return rows[0]?.key;
}

/** Whoever needs the day's key first makes it, and forgets those before. */
async function createKey(db: Db, day: string): Promise<Buffer> {
  await sql`
    insert into throttle_keys (day, key) values (${day}::date, ${randomBytes(32)}) on conflict do nothing`.execute(
    db,
  );
  await sql`delete from throttle_keys where day < ${day}::date`.execute(db);
  const key = await storedKey(db, day);
  if (!key) throw new Error('another process forgot the key of the day: its clock is ahead');
  return key;
}

async function keyOfDay(db: Db): Promise<Buffer> {
  const day = today();
  const kept = keysByDatabase.get(db);
  if (kept?.day === day) return kept.key;
  const key = (await storedKey(db, day)) ?? (await createKey(db, day));
  keysByDatabase.set(db, { day, key });
  return key;
}

const hashSubject = (key: Buffer, throttle: Throttle, subject: string) =>
  createHmac('sha256', key).update(`${throttle.name}\n${subject}`).digest();

/** What stands for a text today and can be traced by nobody tomorrow, since the key of the day is forgotten by then. */
export const hashWithDailyKey = async (db: Db, name: string, text: string): Promise<Buffer> =>
  createHmac('sha256', await keyOfDay(db))
    .update(`${name}\n${text}`)
    .digest();

/** Where something was counted today, if anything was. */
async function findCountKey(db: Db, throttle: Throttle, subject: string): Promise<Buffer | undefined> {
  const key = await storedKey(db, today());
  return key && hashSubject(key, throttle, subject);
}

/**
 * Who counts as one caller by network address: an IPv4 address, or the /64 of an IPv6 address, within which anybody can
 * take as many addresses as they like.
 */
export function toNetworkPrefix(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail = ''] = ip.split('::');
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const gap = ip.includes('::') ? 8 - (before?.length ?? 0) - (after?.length ?? 0) : 0;
  const groups = [...(before ?? []), ...Array.from({ length: gap }, () => '0'), ...(after ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Counts one more try.
 * @param db not a transaction that may be rolled back
 * @returns seconds until another try may turn out better; 0 where this one is within bounds
 */
export async function registerAttempt(db: Db, throttle: Throttle, subject: string): Promise<number> {
  const key = hashSubject(await keyOfDay(db), throttle, subject);
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttles (key, count, ends)
    values (${key}, 1, now() + make_interval(secs => ${throttle.windowSeconds}))
    on conflict (key) do update set
      count = case when throttles.ends <= now() then 1 else throttles.count + 1 end,
      ends = case when throttles.ends <= now() then excluded.ends else throttles.ends end
    returning count, greatest(1, ceil(extract(epoch from ends - now())))::int as wait`.execute(db);
  const [counted] = rows;
  return counted && counted.count > throttle.maxAttempts ? counted.wait : 0;
}

/**
 * Looks whether there is a try left, and counts nothing.
 * @param db may be a transaction
 * @returns seconds until there is one; 0 where there is
 */
export async function secondsUntilNext(db: Db, throttle: Throttle, subject: string): Promise<number> {
  const key = await findCountKey(db, throttle, subject);
  if (!key) return 0;
  const { rows } = await sql<{ wait: number }>`
    select greatest(1, ceil(extract(epoch from ends - now())))::int as wait from throttles
    where key = ${key} and ends > now() and count >= ${throttle.maxAttempts}`.execute(db);
  return rows[0]?.wait ?? 0;
}

/** The same for those who are not told how long they have to wait. @returns whether this try is within bounds */
export const isAttemptAllowed = async (db: Db, throttle: Throttle, subject: string): Promise<boolean> =>
  (await registerAttempt(db, throttle, subject)) === 0;

/** Takes back one try, since it turned out well. */
export async function refundAttempt(db: Db, throttle: Throttle, subject: string): Promise<void> {
  const key = await findCountKey(db, throttle, subject);
  if (key) await sql`update throttles set count = greatest(count - 1, 0) where key = ${key}`.execute(db);
}

/** Takes back every try. */
export async function resetAttempts(db: Db, throttle: Throttle, subject: string): Promise<void> {
  const key = await findCountKey(db, throttle, subject);
  if (key) await db.deleteFrom('throttles').where('key', '=', key).execute();
}

/** Removes counts whose time is over. */
export const deleteExpiredThrottles = async (db: Db): Promise<void> => {
  await db.deleteFrom('throttles').where('ends', '<', sql<Date>`now()`).execute();
};
