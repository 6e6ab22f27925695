/**
 * Named prepared statements for frequent queries: a connection parses and plans them once, which takes longer than most of our
 * queries run (docs/decisions/0037).
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ClientBase } from 'pg';

/** Uses of a query text before it is prepared. */
const minUses = 2;
/** Query texts that a process tracks; the least recently used are dropped first. */
const maxStatements = 250;
/** Longer texts contain hundreds of rows, and differ each time. */
const maxTextLength = 8000;

const replanMarker = '/* planned anew */';
/** A comment for queries whose plan depends on the values so much that they must not be prepared. */
export const planEachTime: RawBuilder<never> = sql.raw(replanMarker);

interface StatementUse {
  name: string;
  uses: number;
}

const usesByText = new LRUCache<string, StatementUse>({ max: maxStatements });
/** Part of every name: raising it abandons all statements that were prepared before. */
let generation = 0;

const isPreparable = (text: string, values: unknown): boolean => {
  const isSingleStatement = (Array.isArray(values) && values.length > 0) || !text.includes(';');
  return (
    isSingleStatement &&
    text.length <= maxTextLength &&
    /^[\s(]*(?:select|with|insert|update|delete)\b/i.test(text) &&
    !text.includes(replanMarker)
  );
};

/** Counts a use. @returns the name of the prepared statement; undefined while it is used too rarely */
function statementName(text: string): string | undefined {
  const use = usesByText.get(text) ?? {
    name: createHash('sha256').update(text).digest('base64url').slice(0, 27),
    uses: 0,
  };
  use.uses++;
  usesByText.set(text, use);
  return use.uses > minUses ? `${generation} ${use.name}` : undefined;
}

/**
 * Whether a table was changed after a statement was prepared (`cached plan must not change result type`), as an upgrade in
 * another process does. In a new transaction the query is planned for the new table.
 */
export const isStalePlanError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '0A000' &&
  error.message.includes('cached plan');

/** Makes a connection prepare its frequent queries. */
export function prepareStatements(client: ClientBase): void {
  const sendQuery = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const name =
      typeof text === 'string' && rest.length === 0 && isPreparable(text, values)
        ? statementName(text)
        : undefined;
    if (name === undefined) return sendQuery(text, values, ...rest);
    const result = sendQuery({ name, text, values }) as Promise<unknown>;
    return result.catch((error: unknown) => {
      if (isStalePlanError(error)) generation++;
      throw error;
    });
  };
  Object.assign(client, { query });
}
