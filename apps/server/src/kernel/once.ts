/**
 * Requests that are sent again because their answer was lost, or twenty times at once, and are carried out once. The key
 * is made on the device; it is remembered in the transaction that does the work, so that a request that failed may be sent
 * again with it.
 */
import { createHash } from 'node:crypto';
import { limits } from '@waypost/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import { fault } from './problem.ts';
import type { Viewer } from './viewer.ts';

export interface Request {
  /** What is asked for, such as the name of an endpoint. */
  name: string;
  key: string;
  body: unknown;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/** With the members of objects in order: what a device builds again need not be written the same. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** A key belongs to the account that sent it; visitors, who have none, share the chance that lies in their keys. */
const keyOf = ({ name, key }: Request, viewer: Viewer) => hash(`${name}\n${viewer.id ?? 'visitor'}\n${key}`);

/**
 * Does the work unless the same request has done it before.
 * @param work answers the id of the row it made
 * @returns that id, of the first time or now
 * @throws Faults at `/Idempotency-Key` when the key came with another body before
 */
export async function once(
  tx: Tx,
  viewer: Viewer,
  request: Request,
  work: () => Promise<number>,
): Promise<number> {
  const key = keyOf(request, viewer);
  const body = hash(canonical(request.body));
  // Whoever comes second waits here until the first has committed or failed.
  const { rows } = await sql`
    insert into requests (key, body) values (${key}, ${body}) on conflict do nothing returning key`.execute(
    tx,
  );
  if (rows.length > 0) {
    const made = await work();
    await sql`update requests set made = ${made} where key = ${key}`.execute(tx);
    return made;
  }
  const before = await tx
    .selectFrom('requests')
    .select(['body', 'made'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (!before?.body.equals(body) || before.made === null)
    throw fault(request.name, 'Idempotency-Key', 'keyReused');
  return before.made;
}

/**
 * Many requests of which the work is about to be done in this transaction.
 * @returns a word for `finishAll` for each; undefined for one whose key came before, which is for `once` to answer
 */
export async function beginAll(
  tx: Tx,
  asked: readonly { viewer: Viewer; request: Request }[],
): Promise<(string | undefined)[]> {
  if (asked.length === 0) return [];
  const all = asked.map(({ viewer, request }) => ({
    key: keyOf(request, viewer).toString('hex'),
    body: hash(canonical(request.body)).toString('hex'),
  }));
  // In order, so that two who bring the same keys wait for one another and not both.
  const { rows } = await sql<{ key: string }>`
    insert into requests (key, body)
    select decode(key, 'hex'), decode(body, 'hex')
    from json_to_recordset(${JSON.stringify(all)}::json) as new (key text, body text) order by key
    on conflict do nothing returning encode(key, 'hex') as key`.execute(tx);
  const begun = new Set(rows.map((row) => row.key));
  return all.map(({ key }) => (begun.delete(key) ? key : undefined));
}

/** Notes what their work has made. */
export async function finishAll(tx: Tx, made: readonly { key: string; id: number }[]): Promise<void> {
  if (made.length === 0) return;
  await sql`
    update requests set made = new.id
    from json_to_recordset(${JSON.stringify(made)}::json) as new (key text, id bigint)
    where requests.key = decode(new.key, 'hex')`.execute(tx);
}

/** Forgets keys that nobody sends again. */
export const forgetOldRequests = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('requests')
    .where('created', '<', sql<Date>`now() - make_interval(secs => ${limits.idempotency})`)
    .execute();
};
