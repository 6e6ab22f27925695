/** Polling of data sources: every minute and when their settings are saved, each by its own job. */
import { createHash } from 'node:crypto';
import {
  describeProvider,
  isProviderId,
  type ProviderId,
} from '@waypost/contract/data-sources/data-providers';
import { z } from 'zod';
import {
  deleteChannelHealth,
  recordChannelFailure,
  recordChannelSuccess,
} from '../../channels/channels.public.ts';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';
import { inTransactionOfHooks, withTransactionHooks } from '../../kernel/db/in-transaction-with-hooks.ts';
import { ValidationError } from '../../kernel/http/problem.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../../kernel/jobs/job.ts';
import type { JobQueue } from '../../kernel/jobs/job-queue.ts';
import { listUnfinishedKeys } from '../../kernel/jobs/jobs.sql.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import type { PictureDependencies } from '../../media/media.public.ts';
import { findKnownExternalIds, type MessageTransports } from '../../messages/messages.public.ts';
import { type ActiveProvider, readActiveProviders } from '../../settings/settings.public.ts';
import { describeSourceError } from '../describe-source-error.ts';
import { errorCodeOf } from '../error-code.ts';
import { recordReceiptByExternalId, recordReceiptByMessageId } from '../outgoing/outgoing-messages.sql.ts';
import type { IncomingMessage, ProviderTools } from '../provider.ts';
import { findProvider } from '../providers/registry.ts';
import { readSourceStates, recordPoll, saveSourceState } from '../source-state.sql.ts';
import { acceptMessages } from './enqueue-messages.ts';
import { IngestContext, ingestMessage, storeAttachments } from './ingest-message.ts';
import { normalizeMessage, toStorableId } from './normalize-message.ts';

/** Polls one data source. */
export const pollSource = defineJob({
  name: 'poll-data-source',
  payload: z.object({ source: z.string() }),
  maxAttempts: 1,
  concurrency: 4,
  timeoutSeconds: 900,
  isDeduplicated: true,
});

/** Enqueues a poll of each active data source. */
export const pollSources = defineJob({ name: 'poll-data-sources', payload: EmptyPayload, maxAttempts: 1 });

/** Maximum number of rounds in one job while the source has more messages. */
const maxRounds = 20;

/** What polling needs from the rest of the server. */
export interface PollDependencies {
  db: Db;
  pictureStorage: PictureDependencies;
  secretBox: SecretBox;
  transports: MessageTransports;
  tools: Omit<ProviderTools, 'signal'>;
}

/** A hash of the account's options. Secrets are excluded, since they could be guessed from the hash. */
function accountFingerprint({ id, options }: ActiveProvider): string {
  const publicOptions = Object.entries(options).filter(
    ([key]) => describeProvider(id).options[key]?.secret !== true,
  );
  return createHash('sha256').update(JSON.stringify(publicOptions)).digest('base64url');
}

async function ingestPolledMessage(
  { db, secretBox, pictureStorage, tools, transports }: PollDependencies,
  source: ActiveProvider,
  message: IncomingMessage,
): Promise<void> {
  const { id, attachments = [] } = message;
  if (id === null) return acceptMessages({ db, secretBox }, source, [message]);
  const onError = (error: unknown) =>
    tools.warn(`A stored file could not be deleted (${errorCodeOf(error)})`);
  try {
    await withTransactionHooks(async (txHooks) => {
      const pictures = await storeAttachments(pictureStorage, attachments, txHooks);
      await inTransactionOfHooks(db, txHooks, (tx) =>
        ingestMessage(new IngestContext(tx, transports), { source, message }, pictures),
      );
    }, onError);
  } catch (error) {
    // An invalid message, such as an empty one, must not block the following ones.
    if (!(error instanceof ValidationError)) throw error;
    tools.warn(`A message of ${source.id} was skipped (${errorCodeOf(error)})`);
  }
}

/** Removes stored messages and duplicates, since mailboxes and feeds return most messages again. */
async function filterNewMessages(
  db: Db,
  source: ProviderId,
  messages: readonly IncomingMessage[],
): Promise<IncomingMessage[]> {
  const ids = new Set(messages.flatMap(({ id }) => id ?? []));
  const existingIds = await inTransaction(db, 'reads', (tx) => findKnownExternalIds(tx, source, [...ids]));
  return messages.filter(({ id }) => id === null || (!existingIds.has(id) && ids.delete(id)));
}

/** Polls once. @returns whether the source has more messages now */
async function pollOnce(
  dependencies: PollDependencies,
  source: ActiveProvider,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, tools } = dependencies;
  const account = accountFingerprint(source);
  const storedState = (await inTransaction(db, 'reads', readSourceStates)).get(source.id);
  const previousPosition = storedState?.account === account ? storedState.state : null;
  const polled = await findProvider(source.id)?.poll?.(source.options, previousPosition, {
    ...tools,
    signal,
  });
  if (!polled) return false;
  for (const message of await filterNewMessages(db, source.id, polled.messages.map(normalizeMessage)))
    await ingestPolledMessage(dependencies, source, message);
  for (const receipt of polled.receipts ?? [])
    await ('externalId' in receipt
      ? recordReceiptByExternalId(db, source.id, toStorableId(receipt.externalId), receipt.status)
      : recordReceiptByMessageId(db, source.id, receipt.messageId, receipt.status));
  await inTransaction(db, 'writes', (tx) => saveSourceState(tx, source.id, account, polled.state));
  return polled.hasMore ?? false;
}

const findActiveSource = (
  db: Db,
  secretBox: SecretBox,
  id: ProviderId,
): Promise<ActiveProvider | undefined> =>
  inTransaction(db, 'reads', async (tx) =>
    (await readActiveProviders(tx, secretBox)).find((source) => source.id === id),
  );

/** Creates the handler of `pollSource`. Errors are shown with the source's settings, not as failed jobs; the next poll may succeed. */
export const createSourcePoller =
  (dependencies: PollDependencies): JobHandler<typeof pollSource> =>
  async ({ source: id }, { signal }) => {
    if (!isProviderId(id)) return;
    const { db } = dependencies;
    let source: ActiveProvider | undefined;
    try {
      for (let round = 0; round < maxRounds && !signal.aborted; round++) {
        source = await findActiveSource(db, dependencies.secretBox, id);
        if (!source || !(await pollOnce(dependencies, source, signal))) break;
      }
      await recordPoll(db, id, null);
      if (source) await recordChannelSuccess(db, id);
    } catch (error) {
      if (signal.aborted) return;
      await recordChannelFailure(db, id, describeSourceError(source ?? { id, options: {} }, error));
      dependencies.tools.warn(`The data source ${id} could not be polled (${errorCodeOf(error)})`);
      await recordPoll(db, id, errorCodeOf(error));
    }
  };

/** What enqueuing polls needs. */
interface PollQueue {
  jobs: JobQueue;
  secretBox: SecretBox;
}

/** Whether an active data source is to be polled. */
export const hasPolledSources = async (tx: Tx, secretBox: SecretBox): Promise<boolean> =>
  (await readActiveProviders(tx, secretBox)).some(({ id }) => findProvider(id)?.poll !== undefined);

/**
 * Enqueues a poll of each active data source. Sources whose previous poll is still waiting or running are skipped, so that they
 * do not fill the queue.
 * @param only restricts it to these data sources
 */
export async function enqueuePolls(
  tx: Tx,
  { jobs, secretBox }: PollQueue,
  only?: ReadonlySet<ProviderId>,
): Promise<void> {
  const activeJobKeys = new Set(await listUnfinishedKeys(tx, pollSource.name));
  for (const { id } of await readActiveProviders(tx, secretBox))
    if (findProvider(id)?.poll && !activeJobKeys.has(id) && (only === undefined || only.has(id)))
      await jobs.add(tx, pollSource, { source: id }, { key: id });
}

/** Called when data sources were changed: what happened before says nothing about them any more, and a poll shows whether they work. */
export async function handleSourceChange(
  tx: Tx,
  queue: PollQueue,
  changed: { connections: ReadonlySet<ProviderId>; sources: ReadonlySet<ProviderId> },
): Promise<void> {
  await deleteChannelHealth(tx, [...changed.connections]);
  await enqueuePolls(tx, queue, changed.sources);
}

/** Creates the handler of `pollSources`. */
export const createPollScheduler =
  ({ db, ...queue }: PollQueue & { db: Db }): JobHandler<typeof pollSources> =>
  () =>
    inTransaction(db, 'writes', (tx) => enqueuePolls(tx, queue));
