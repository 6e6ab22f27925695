/**
 * The job that creates messages and posts from queued messages of gateways, in order of arrival. Many are processed in one
 * transaction, since the transaction is the main cost of a message; if a batch fails, its messages are processed one by one.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isProviderId } from '@waypost/contract/data-sources/data-providers';
import { readPhoneCountry, toInternationalNumber } from '../../contacts/contacts.public.ts';
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
import type { IncomingMessage } from '../provider.ts';
import { isStatusRequest } from '../status-requests/answer-status-request.ts';
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

/** Processes the queue of incoming messages. */
export const processIncomingQueue = defineJob({
  name: 'process-incoming-messages',
  payload: EmptyPayload,
  timeoutSeconds: 3600,
});

/** Size of a batch, and the time after which it is ended early, since other transactions wait for its locks. */
const batchLimits = { maxMessages: 50, maxMs: 150 };

interface IngestDependencies {
  db: Db;
  secretBox: SecretBox;
  transports: MessageTransports;
  warn: (line: string) => void;
}

/** The message with its source. Messages accepted before the source was switched off are processed too, without survey and mapping. */
function toSourcedMessage(
  { data_source, dedup_key, payload }: QueuedMessage,
  active: readonly ActiveProvider[],
  country: string | undefined,
): SourcedMessage {
  if (!isProviderId(data_source)) throw new Error('Unknown data source');
  const source = active.find((provider) => provider.id === data_source) ?? {
    id: data_source,
    survey: null,
    mapping: {},
    isAuthenticated: false,
  };
  const { message: parsed, isAuthenticated = source.isAuthenticated } = parseQueuedPayload(payload);
  const message =
    parsed.type === 'sms' ? { ...parsed, from: toInternationalNumber(parsed.from, country) } : parsed;
  // What the source is now says nothing about a request that was accepted before.
  return {
    source: { ...source, isAuthenticated },
    message,
    ...(message.id === null ? {} : { receivedKey: dedup_key }),
  };
}

/** Nothing can be made of a message without a sender or without any text, however often it is retried. */
const isEmpty = ({ from, message, title }: IncomingMessage): boolean =>
  from === '' || (message.trim() === '' && !title?.trim());

/** Groups consecutive items that can be processed together; all others are groups of one. */
function groupConsecutive<T>(items: readonly T[], canGroup: (item: T) => boolean): T[][] {
  const groups: T[][] = [];
  let isPreviousGroupable = false;
  for (const item of items) {
    const isGroupable = canGroup(item);
    if (isGroupable && isPreviousGroupable) groups.at(-1)?.push(item);
    else groups.push([item]);
    isPreviousGroupable = isGroupable;
  }
  return groups;
}

/**
 * Processes messages until the time is up; the rest stay queued.
 * @param maxMs milliseconds; at least one group is processed
 */
async function ingestBatch(
  tx: Tx,
  { secretBox, transports, warn }: IngestDependencies,
  claimed: readonly QueuedMessage[],
  maxMs: number,
): Promise<void> {
  const startedAt = performance.now();
  const context = new IngestContext(tx, transports);
  const active = await readActiveProviders(tx, secretBox);
  const country = await readPhoneCountry(tx);
  const all = claimed.map((message) => ({ id: message.id, ...toSourcedMessage(message, active, country) }));
  const sourced = all.filter(({ message }) => !isEmpty(message));
  const dropped = all.filter(({ message }) => isEmpty(message));
  for (const { source } of dropped)
    warn(`A message of ${source.id} was dropped: it has no sender or no text`);
  const unsolicited = await findUnsolicited(
    tx,
    sourced.map(({ message }) => message).filter((message) => !isStatusRequest(message)),
  );
  const posts: PendingPost[] = [];
  let processedCount = 0;
  for (const group of groupConsecutive(sourced, ({ message }) => unsolicited.has(message))) {
    if (processedCount > 0 && performance.now() - startedAt > maxMs) break;
    const [first] = group;
    if (first && !unsolicited.has(first.message))
      posts.push(...[await storeIncomingMessage(context, first)].flatMap((post) => post ?? []));
    else posts.push(...(await storeUnsolicitedTexts(context, group)));
    processedCount += group.length;
  }
  await createPendingPosts(tx, posts);
  for (const source of new Set(sourced.slice(0, processedCount).map(({ source }) => source.id)))
    await recordLastReceived(tx, source);
  await markProcessed(
    tx,
    [...dropped, ...sourced.slice(0, processedCount)].map(({ id }) => id),
  );
}

async function ingestSingle(
  dependencies: IngestDependencies,
  { id, data_source }: QueuedMessage,
): Promise<void> {
  const { db, warn } = dependencies;
  try {
    await inTransaction(db, 'writes', async (tx) => {
      const message = await claimMessage(tx, id);
      if (message) await ingestBatch(tx, dependencies, [message], Number.POSITIVE_INFINITY);
    });
  } catch (error) {
    const code = errorCodeOf(error);
    warn(`A message of ${data_source} could not be processed (${code}); it will be retried`);
    await inTransaction(db, 'writes', (tx) => postponeMessage(tx, id, code));
  }
}

/** @returns false if the queue is empty */
async function ingestNextBatch(dependencies: IngestDependencies): Promise<boolean> {
  let claimed: QueuedMessage[] = [];
  try {
    return await inTransaction(dependencies.db, 'writes', async (tx) => {
      claimed = await claimNextMessages(tx, batchLimits.maxMessages);
      if (claimed.length === 0) return false;
      await ingestBatch(tx, dependencies, claimed, batchLimits.maxMs);
      return true;
    });
  } catch (error) {
    // Not caused by a message: the job is retried.
    if (claimed.length === 0) throw error;
    for (const message of claimed) await ingestSingle(dependencies, message);
    return true;
  }
}

/** Creates the handler of `processIncomingQueue`. It pauses as long as each batch took, so that requests are not slowed down. */
export const createQueueProcessor =
  (dependencies: IngestDependencies): JobHandler<typeof processIncomingQueue> =>
  async (_payload, { signal }) => {
    for (;;) {
      const startedAt = performance.now();
      if (signal.aborted || !(await ingestNextBatch(dependencies))) return;
      await wait(performance.now() - startedAt, undefined, { signal }).catch(() => undefined);
    }
  };
