/**
 * Slowing down what is tried too often. Counted in the database, so that several processes count together and a restart
 * forgets nothing; each count commits by itself, so that a request that fails has counted all the same.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from './db.ts';

export interface Throttle {
  /** What is counted: `sign-in account`. */
  name: string;
  /** How often within the time. */
  most: number;
  seconds: number;
  /** Only those are counted who have not signed in. */
  strangersOnly?: boolean;
}

const keyOf = (throttle: Throttle, who: string) =>
  createHash('sha256').update(`${throttle.name}\n${who}`).digest();

/**
 * Who counts as one caller by network address: an IPv4 address, or the /64 of an IPv6 address, within which anybody can
 * take as many addresses as they like.
 */
export function callerOf(ip: string): string {
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
 * @returns whether it is within bounds
 */
export async function isWithin(db: Db, throttle: Throttle, who: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    insert into throttles (key, count, ends)
    values (${keyOf(throttle, who)}, 1, now() + make_interval(secs => ${throttle.seconds}))
    on conflict (key) do update set
      count = case when throttles.ends <= now() then 1 else throttles.count + 1 end,
      ends = case when throttles.ends <= now() then excluded.ends else throttles.ends end
    returning count`.execute(db);
  return (rows[0]?.count ?? 0) <= throttle.most;
}

/** Takes back one try, since it turned out well. */
export async function giveBack(db: Db, throttle: Throttle, who: string): Promise<void> {
  await sql`update throttles set count = greatest(count - 1, 0) where key = ${keyOf(throttle, who)}`.execute(
    db,
  );
}

/** Takes back every try. */
export const forgive = async (db: Db, throttle: Throttle, who: string): Promise<void> => {
  await db.deleteFrom('throttles').where('key', '=', keyOf(throttle, who)).execute();
};

/** Removes counts whose time is over. */
export const forgetOldThrottles = async (db: Db): Promise<void> => {
  await db.deleteFrom('throttles').where('ends', '<', sql<Date>`now()`).execute();
};
