/**
 * Queries that PostgreSQL keeps ready: what is asked again and again on one connection is read and planned once, which takes
 * longer than most of our queries run (docs/decisions/0037).
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { ClientBase } from 'pg';

/** Times that a text is asked before it is kept. */
const minUses = 2;
/** Texts that a process keeps at most: those that were asked longest ago go first. */
const maxStatements = 250;
/** Longer texts are rows by the hundred, and differ each time. */
const maxTextLength = 8000;

/** What depends on the values so much that no plan fits all of them. */
const replanMarker = '/* planned anew */';
export const planEachTime: RawBuilder<never> = sql.raw(replanMarker);

interface StatementUse {
  name: string;
  uses: number;
}

const usesByText = new Map<string, StatementUse>();
/** Part of every name: what was kept under an older one is never asked for again. */
let generation = 0;

const isPreparable = (text: string, values: unknown): boolean => {
  const isOne = (Array.isArray(values) && values.length > 0) || !text.includes(';');
  return (
    isOne &&
    text.length <= maxTextLength &&
    /^[\s(]*(?:select|with|insert|update|delete)\b/i.test(text) &&
    !text.includes(replanMarker)
  );
};

/** @returns the name to keep it under; undefined as long as it is not worth it */
function statementName(text: string): string | undefined {
  const earlier = usesByText.get(text);
  const use = earlier ?? {
    name: createHash('sha256').update(text).digest('base64url').slice(0, 27),
    uses: 0,
  };
  use.uses++;
  // To the end of the line.
  usesByText.delete(text);
  usesByText.set(text, use);
  for (const oldest of usesByText.keys()) {
    if (usesByText.size <= maxStatements) break;
    usesByText.delete(oldest);
  }
  return use.uses > minUses ? `${generation} ${use.name}` : undefined;
}

/**
 * Whether a table was changed under a plan (`cached plan must not change result type`), as another process does that upgrades.
 * Asked again in another transaction, the query is planned for the new one.
 */
export const isStalePlanError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '0A000' &&
  error.message.includes('cached plan');

/** Makes a connection keep its queries ready. */
export function prepareStatements(client: ClientBase): void {
  const ask = client.query.bind(client) as (...all: unknown[]) => unknown;
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const name =
      typeof text === 'string' && rest.length === 0 && isPreparable(text, values)
        ? statementName(text)
        : undefined;
    if (name === undefined) return ask(text, values, ...rest);
    const answer = ask({ name, text, values }) as Promise<unknown>;
    return answer.catch((error: unknown) => {
      if (isStalePlanError(error)) generation++;
      throw error;
    });
  };
  Object.assign(client, { query });
}
