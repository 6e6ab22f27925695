/**
 * Requests that are sent again because their answer was lost, or twenty times at once, and are carried out once. The key
 * is made on the device; it is remembered in the transaction that does the work, so that a request that failed may be sent
 * again with it.
 */
import { createHash } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Viewer } from '../security/viewer.ts';
import { validationError } from './problem.ts';

export interface IdempotentRequest {
  /** What is asked for, such as the name of an endpoint. */
  operation: string;
  key: string;
  body: unknown;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** With the members of objects in order: what a device builds again need not be written the same. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** A key belongs to the account that sent it; visitors, who have none, share the chance that lies in their keys. */
const keyOf = ({ operation: name, key }: IdempotentRequest, viewer: Viewer) =>
  sha256(`${name}\n${viewer.id ?? 'visitor'}\n${key}`);

/**
 * Does the work unless the same request has done it before.
 * @param work answers the id of the row it made
 * @returns that id, of the first time or now
 * @throws Faults at `/Idempotency-Key` when the key came with another body before
 */
export async function runIdempotent(
  tx: Tx,
  viewer: Viewer,
  request: IdempotentRequest,
  work: () => Promise<number>,
): Promise<number> {
  const key = keyOf(request, viewer);
  const body = sha256(canonicalJson(request.body));
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
  const earlier = await tx
    .selectFrom('requests')
    .select(['body', 'made'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (!earlier?.body.equals(body) || earlier.made === null)
    throw validationError(request.operation, 'Idempotency-Key', 'keyReused');
  return earlier.made;
}

/**
 * Many requests of which the work is about to be done in this transaction.
 * @returns a word for `storeIdempotentResults` for each; undefined for one whose key came before, which is for `once` to answer
 */
export async function claimIdempotencyKeys(
  tx: Tx,
  requests: readonly { viewer: Viewer; request: IdempotentRequest }[],
): Promise<(string | undefined)[]> {
  if (requests.length === 0) return [];
  const all = requests.map(({ viewer, request }) => ({
    key: keyOf(request, viewer).toString('hex'),
    body: sha256(canonicalJson(request.body)).toString('hex'),
  }));
  // In order, so that two who bring the same keys wait for one another and not both.
  const { rows } = await sql<{ key: string }>`
    insert into requests (key, body)
    select decode(key, 'hex'), decode(body, 'hex')
    from json_to_recordset(${JSON.stringify(all)}::json) as new (key text, body text) order by key
    on conflict do nothing returning encode(key, 'hex') as key`.execute(tx);
  const claimed = new Set(rows.map((row) => row.key));
  return all.map(({ key }) => (claimed.delete(key) ? key : undefined));
}

/** Notes what their work has made. */
export async function storeIdempotentResults(
  tx: Tx,
  results: readonly { key: string; id: number }[],
): Promise<void> {
  if (results.length === 0) return;
  await sql`
    update requests set made = new.id
    from json_to_recordset(${JSON.stringify(results)}::json) as new (key text, id bigint)
    where requests.key = decode(new.key, 'hex')`.execute(tx);
}

/** Forgets keys that nobody sends again. */
export const deleteExpiredIdempotencyKeys = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('requests')
    .where('created', '<', sql<Date>`now() - make_interval(secs => ${limits.idempotencyKeySeconds})`)
    .execute();
};
