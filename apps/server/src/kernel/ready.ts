/**
 * Queries that PostgreSQL keeps ready: what is asked again and again on one connection is read and planned once, which takes
 * longer than most of our queries run (docs/decisions/0037).
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { ClientBase } from 'pg';

/** Times that a text is asked before it is kept. */
const before = 2;
/** Texts that a process keeps at most: those that were asked longest ago go first. */
const most = 250;
/** Longer texts are rows by the hundred, and differ each time. */
const longest = 8000;

/** What depends on the values so much that no plan fits all of them. */
const mark = '/* planned anew */';
export const plannedAnew: RawBuilder<never> = sql.raw(mark);

interface Asked {
  name: string;
  times: number;
}

const asked = new Map<string, Asked>();
/** Part of every name: what was kept under an older one is never asked for again. */
let age = 0;

const canBeKept = (text: string, values: unknown): boolean => {
  const isOne = (Array.isArray(values) && values.length > 0) || !text.includes(';');
  return (
    isOne &&
    text.length <= longest &&
    /^[\s(]*(?:select|with|insert|update|delete)\b/i.test(text) &&
    !text.includes(mark)
  );
};

/** @returns the name to keep it under; undefined as long as it is not worth it */
function nameOf(text: string): string | undefined {
  const known = asked.get(text);
  const now = known ?? { name: createHash('sha256').update(text).digest('base64url').slice(0, 27), times: 0 };
  now.times++;
  // To the end of the line.
  asked.delete(text);
  asked.set(text, now);
  for (const oldest of asked.keys()) {
    if (asked.size <= most) break;
    asked.delete(oldest);
  }
  return now.times > before ? `${age} ${now.name}` : undefined;
}

/**
 * Whether a table was changed under a plan (`cached plan must not change result type`), as another process does that upgrades.
 * Asked again in another transaction, the query is planned for the new one.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '0A000' &&
  error.message.includes('cached plan');

/** Makes a connection keep its queries ready. */
export function keepReady(client: ClientBase): void {
  const ask = client.query.bind(client) as (...all: unknown[]) => unknown;
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const name =
      typeof text === 'string' && rest.length === 0 && canBeKept(text, values) ? nameOf(text) : undefined;
    if (name === undefined) return ask(text, values, ...rest);
    const answer = ask({ name, text, values }) as Promise<unknown>;
    return answer.catch((error: unknown) => {
      if (isOutdated(error)) age++;
      throw error;
    });
  };
  Object.assign(client, { query });
}
