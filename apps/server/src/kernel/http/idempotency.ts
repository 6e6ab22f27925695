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
import { type RequestError, validationError } from './problem.ts';

/** A request that may have an idempotency key. */
export interface IdempotentRequest {
  viewer: Viewer;
  idempotencyKey: string | undefined;
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

interface KeyedRequest {
  /** Hash of key, operation and account: a key belongs to the account that sent it. Visitors share one space of keys. */
  key: string;
  /** Hash of the body. */
  body: string;
}

function toKeyedRequest(
  operation: string,
  { viewer, idempotencyKey, body }: IdempotentRequest,
): KeyedRequest | undefined {
  if (idempotencyKey === undefined) return undefined;
  return {
    key: sha256(`${operation}\n${viewer.id ?? 'visitor'}\n${idempotencyKey}`).toString('hex'),
    body: sha256(canonicalJson(body)).toString('hex'),
  };
}

/** Stores keys that are new. A key that another transaction is storing waits for its end. @returns the new ones */
async function claimKeys(tx: Tx, keyed: readonly KeyedRequest[]): Promise<Set<string>> {
  // Sorted, so that two transactions with the same keys do not deadlock.
  const { rows } = await sql<{ key: string }>`
    insert into idempotency_keys (key_hash, body_hash)
    select decode(key, 'hex'), decode(body, 'hex')
    from json_to_recordset(${JSON.stringify(keyed)}::json) as new (key text, body text) order by key
    on conflict do nothing returning encode(key_hash, 'hex') as key`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}

/** What was done for keys that were stored before. */
async function readEarlier(
  tx: Tx,
  keys: readonly string[],
): Promise<Map<string, { body: string; id: number | null }>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; body: string; id: number | null }>`
    select encode(key_hash, 'hex') as key, encode(body_hash, 'hex') as body, created_id as id
    from idempotency_keys where key_hash in (select decode(key, 'hex') from unnest(${keys}::text[]) as key)`.execute(
    tx,
  );
  return new Map(rows.map(({ key, ...earlier }) => [key, earlier]));
}

/** Stores the ids of the rows that requests created. Refused requests give their key back, so that they can be corrected. */
async function storeResults(
  tx: Tx,
  results: readonly { key: string; result: number | RequestError }[],
): Promise<void> {
  const created = results.flatMap(({ key, result }) =>
    typeof result === 'number' ? [{ key, id: result }] : [],
  );
  if (created.length > 0)
    await sql`
      update idempotency_keys set created_id = new.id
      from json_to_recordset(${JSON.stringify(created)}::json) as new (key text, id bigint)
      where idempotency_keys.key_hash = decode(new.key, 'hex')`.execute(tx);
  const refused = results.flatMap(({ key, result }) => (typeof result === 'number' ? [] : [key]));
  if (refused.length > 0)
    await sql`
      delete from idempotency_keys where key_hash in (select decode(key, 'hex') from unnest(${refused}::text[]) as key)`.execute(
      tx,
    );
}

/**
 * Does the work of requests, unless the same request was carried out before, or is among these twice.
 * @param operation what the requests do: a key means something else for another operation
 * @param work gets the requests that are new or have no key. @returns for each the id of the row it created, or the error
 * @returns for each request, in order, that id, of the first time or now; or the error: a ValidationError at `Idempotency-Key`
 *   when the key was used with another body
 */
export async function runIdempotent<R extends IdempotentRequest>(
  tx: Tx,
  operation: string,
  requests: readonly R[],
  work: (requests: readonly R[]) => Promise<(number | RequestError)[]>,
): Promise<(number | RequestError)[]> {
  const keyedRequests = requests.map((request) => toKeyedRequest(operation, request));
  const keyed = keyedRequests.flatMap((it) => it ?? []);
  if (keyed.length === 0) return work(requests);
  const claimed = await claimKeys(tx, keyed);
  const earlier = await readEarlier(
    tx,
    keyed.flatMap(({ key }) => (claimed.has(key) ? [] : [key])),
  );
  const firsts = new Map<string, number>();
  const newIndexes = keyedRequests.flatMap((it, index) => {
    if (it === undefined) return [index];
    if (!claimed.has(it.key) || firsts.has(it.key)) return [];
    firsts.set(it.key, index);
    return [index];
  });
  const outcomes = await work(newIndexes.flatMap((index) => requests[index] ?? []));
  const resultByIndex = new Map(newIndexes.map((index, position) => [index, outcomes[position]]));
  const reused = validationError(operation, 'Idempotency-Key', 'keyReused');
  await storeResults(
    tx,
    [...firsts].map(([key, index]) => ({ key, result: resultByIndex.get(index) ?? reused })),
  );
  return keyedRequests.map((it, index) => {
    const own = resultByIndex.get(index);
    if (own !== undefined || it === undefined) return own ?? reused;
    const first = firsts.get(it.key);
    if (first === undefined) {
      const before = earlier.get(it.key);
      return before?.body === it.body ? (before.id ?? reused) : reused;
    }
    return keyedRequests[first]?.body === it.body ? (resultByIndex.get(first) ?? reused) : reused;
  });
}

/** Deletes expired keys. */
export const deleteExpiredIdempotencyKeys = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where('created', '<', sql<Date>`now() - make_interval(secs => ${limits.idempotencyKeySeconds})`)
    .execute();
};
