/**
 * Idempotency keys: a request that is sent again, because its response was lost, or several times at once, is carried out
 * once. The client makes the key. It is stored in the transaction that does the work, so that a request that failed may be
 * sent again with the same key.
 */
import { createHash } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Viewer } from '../security/viewer.ts';
import { validationError } from './problem.ts';

/** A request with an idempotency key. */
export interface IdempotentRequest {
  /** What the request does, such as the name of an endpoint. */
  operation: string;
  key: string;
  body: unknown;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** JSON with sorted keys: a client that builds the request again need not keep their order. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** A key belongs to the account that sent it. Visitors share one space of keys, which are random. */
const hashKey = ({ operation, key }: IdempotentRequest, viewer: Viewer) =>
  sha256(`${operation}\n${viewer.id ?? 'visitor'}\n${key}`);

/**
 * Does the work unless the same request has done it before.
 * @param work returns the id of the row it created
 * @returns that id, of the first time or now
 * @throws ValidationError at `Idempotency-Key` when the key was used with another body
 */
export async function runIdempotent(
  tx: Tx,
  viewer: Viewer,
  request: IdempotentRequest,
  work: () => Promise<number>,
): Promise<number> {
  const key = hashKey(request, viewer);
  const body = sha256(canonicalJson(request.body));
  // A second request with the same key waits here until the first has committed or failed.
  const { rows } = await sql`
    insert into requests (key, body) values (${key}, ${body}) on conflict do nothing returning key`.execute(
    tx,
  );
  if (rows.length > 0) {
    const id = await work();
    await sql`update requests set made = ${id} where key = ${key}`.execute(tx);
    return id;
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
 * Claims the keys of several requests whose work is about to be done in this transaction.
 * @returns for each request its key for `storeIdempotentResults`; undefined when the key exists already: `runIdempotent` answers
 *   that request
 */
export async function claimIdempotencyKeys(
  tx: Tx,
  requests: readonly { viewer: Viewer; request: IdempotentRequest }[],
): Promise<(string | undefined)[]> {
  if (requests.length === 0) return [];
  const records = requests.map(({ viewer, request }) => ({
    key: hashKey(request, viewer).toString('hex'),
    body: sha256(canonicalJson(request.body)).toString('hex'),
  }));
  // Sorted, so that two transactions with the same keys do not deadlock.
  const { rows } = await sql<{ key: string }>`
    insert into requests (key, body)
    select decode(key, 'hex'), decode(body, 'hex')
    from json_to_recordset(${JSON.stringify(records)}::json) as new (key text, body text) order by key
    on conflict do nothing returning encode(key, 'hex') as key`.execute(tx);
  const claimed = new Set(rows.map((row) => row.key));
  return records.map(({ key }) => (claimed.delete(key) ? key : undefined));
}

/** Stores the ids of the rows that claimed requests created. */
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

/** Deletes expired keys. */
export const deleteExpiredIdempotencyKeys = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('requests')
    .where('created', '<', sql<Date>`now() - make_interval(secs => ${limits.idempotencyKeySeconds})`)
    .execute();
};
