/**
 * The job that makes messages and posts of what gateways brought, in the order it came: many in one transaction, since most
 * of what a single one costs is the transaction, and each alone where one of them cannot be taken in.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isProviderId } from '@waypost/contract/data-sources/data-providers';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../../kernel/jobs/job.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import {
  createPendingPosts,
  type MessageTransports,
  type PendingPost,
} from '../../messages/messages.public.ts';
import { type ActiveProvider, readActiveProviders } from '../../settings/settings.public.ts';
import { findUnsolicited } from '../../targeted-surveys/targeted-surveys.public.ts';
import { errorCodeOf } from '../error-code.ts';
import { parseQueuedPayload } from './enqueue-messages.ts';
import {
  claimMessage,
  claimNextMessages,
  markProcessed,
  postponeMessage,
  type QueuedMessage,
  recordLastReceived,
} from './incoming-queue.sql.ts';
import {
  IngestContext,
  type SourcedMessage,
  storeIncomingMessage,
  storeUnsolicitedTexts,
} from './ingest-message.ts';

export const processIncomingQueue = defineJob({
  name: 'take-in-messages',
  payload: EmptyPayload,
  timeoutSeconds: 3600,
});

/** Messages in one transaction, and milliseconds after which it takes no more: others wait for what it locks. */
const batchLimits = { most: 50, time: 150 };

interface IngestDependencies {
  db: Db;
  secretBox: SecretBox;
  transports: MessageTransports;
  warn: (line: string) => void;
}

/** What was accepted while a source was on is taken in after it was switched off, too. */
function toSourcedMessage(
  { data_source, payload }: QueuedMessage,
  active: readonly ActiveProvider[],
): SourcedMessage {
  if (!isProviderId(data_source)) throw new Error('a data source that this version does not know');
  const source = active.find((it) => it.id === data_source) ?? {
    id: data_source,
    survey: null,
    mapping: {},
  };
  return { source, message: parseQueuedPayload(payload) };
}

/** One after the other where the order matters; as many as there are in a row at once where it does not. */
function groupConsecutive<T>(all: readonly T[], isPlain: (one: T) => boolean): T[][] {
  const steps: T[][] = [];
  let wasPlain = false;
  for (const one of all) {
    const plain = isPlain(one);
    if (plain && wasPlain) steps.at(-1)?.push(one);
    else steps.push([one]);
    wasPlain = plain;
  }
  return steps;
}

/**
 * Takes in the first of these messages, as many as there is time for; the rest are left as they are.
 * @param time milliseconds
 */
async function ingestBatch(
  tx: Tx,
  { secretBox, transports }: IngestDependencies,
  arrivals: readonly QueuedMessage[],
  time: number,
): Promise<void> {
  const startedAt = performance.now();
  const context = new IngestContext(tx, transports);
  const active = await readActiveProviders(tx, secretBox);
  const sourced = arrivals.map((it) => toSourcedMessage(it, active));
  const unsolicited = await findUnsolicited(
    tx,
    sourced.map((it) => it.message),
  );
  const posts: PendingPost[] = [];
  let done = 0;
  for (const step of groupConsecutive(sourced, (it) => unsolicited.has(it.message))) {
    if (done > 0 && performance.now() - startedAt > time) break;
    const [first] = step;
    if (first && !unsolicited.has(first.message))
      posts.push(...[await storeIncomingMessage(context, first)].flatMap((it) => it ?? []));
    else posts.push(...(await storeUnsolicitedTexts(context, step)));
    done += step.length;
  }
  await createPendingPosts(tx, posts);
  for (const source of new Set(sourced.slice(0, done).map((it) => it.source.id)))
    await recordLastReceived(tx, source);
  await markProcessed(
    tx,
    arrivals.slice(0, done).map((it) => it.id),
  );
}

async function ingestSingle(
  dependencies: IngestDependencies,
  { id, data_source }: QueuedMessage,
): Promise<void> {
  const { db, warn } = dependencies;
  try {
    await inTransaction(db, 'writes', async (tx) => {
      const found = await claimMessage(tx, id);
      if (found) await ingestBatch(tx, dependencies, [found], Number.POSITIVE_INFINITY);
    });
  } catch (error) {
    const code = errorCodeOf(error);
    warn(`A message of ${data_source} could not be taken in (${code}); it is tried again`);
    await inTransaction(db, 'writes', (tx) => postponeMessage(tx, id, code));
  }
}

/** @returns false when nothing is left to do now */
async function ingestNextBatch(dependencies: IngestDependencies): Promise<boolean> {
  let found: QueuedMessage[] = [];
  try {
    return await inTransaction(dependencies.db, 'writes', async (tx) => {
      found = await claimNextMessages(tx, batchLimits.most);
      if (found.length === 0) return false;
      await ingestBatch(tx, dependencies, found, batchLimits.time);
      return true;
    });
  } catch (error) {
    // The database itself is in trouble: the job is tried again.
    if (found.length === 0) throw error;
    for (const one of found) await ingestSingle(dependencies, one);
    return true;
  }
}

/** Rests as long as it worked: gateways, and people, wait for their answers, and these messages are safe. */
export const createQueueProcessor =
  (dependencies: IngestDependencies): JobHandler<typeof processIncomingQueue> =>
  async (_payload, { signal }) => {
    for (;;) {
      const startedAt = performance.now();
      if (signal.aborted || !(await ingestNextBatch(dependencies))) return;
      await wait(performance.now() - startedAt, undefined, { signal }).catch(() => undefined);
    }
  };
