/**
 * What was found is remembered until the data change (docs/decisions/0008). Every process does so for itself; what the data
 * are is told by the database, so that no process has to tell another.
 */
import type { Tx } from './db.ts';
import type { Viewer } from './viewer.ts';

/** Bytes that all answers of a process may take. */
const most = 48 * 1024 * 1024;
/** Bytes that an answer takes beside itself and its question. */
const beside = 200;

interface Remembered {
  version: string;
  value: unknown;
  bytes: number;
}

/** The one asked for longest ago comes first. */
const answers = new Map<string, Remembered>();
let bytes = 0;
const tally = { found: 0, made: 0 };

/** How much this process remembers, and how often that helped. */
export const rememberedFigures = () => ({ answers: answers.size, bytes, most, ...tally });

function forget(key: string): void {
  bytes -= answers.get(key)?.bytes ?? 0;
  answers.delete(key);
}

function keep(key: string, answer: Remembered): void {
  forget(key);
  if (answer.bytes > most / 10) return;
  answers.set(key, answer);
  bytes += answer.bytes;
  for (const oldest of answers.keys()) {
    if (bytes <= most) return;
    forget(oldest);
  }
}

/**
 * Finds something, or remembers it from an earlier request of somebody who sees the same.
 *
 * In a transaction that only reads: what it sees and the version it reads belong together.
 * @param asked.version what the data are, as one word, of this database alone
 * @param asked.question everything that decides the answer, besides the data and who asks
 * @param asked.sizeOf bytes of an answer
 * @param find its answer is shared and never to be changed
 */
export async function remembered<T>(
  tx: Tx,
  viewer: Viewer,
  asked: {
    version: (tx: Tx) => Promise<string>;
    question: readonly unknown[];
    sizeOf: (answer: T) => number;
  },
  find: () => Promise<T>,
): Promise<T> {
  const version = await asked.version(tx);
  const [database] = version.split(':');
  const key = JSON.stringify([database, viewer.audience, ...asked.question]);
  const known = answers.get(key);
  if (known?.version === version) {
    // To the end of the line.
    answers.delete(key);
    answers.set(key, known);
    tally.found++;
    return known.value as T;
  }
  const value = await find();
  tally.made++;
  keep(key, { version, value, bytes: asked.sizeOf(value) + 2 * key.length + beside });
  return value;
}
