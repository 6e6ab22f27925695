/** Data sources that are asked for news: each every minute, by a job of its own. */
import { createHash } from 'node:crypto';
import {
  describeProvider,
  isProviderId,
  type ProviderId,
} from '@waypost/contract/data-sources/data-providers';
import { z } from 'zod';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { TransactionHooks } from '../../kernel/db/transaction-hooks.ts';
import { ValidationError } from '../../kernel/http/problem.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../../kernel/jobs/job.ts';
import type { JobQueue } from '../../kernel/jobs/job-queue.ts';
import { listUnfinishedKeys } from '../../kernel/jobs/jobs.sql.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import type { PictureWorks } from '../../media/media.public.ts';
import { findKnownExternalIds, type MessageTransports } from '../../messages/messages.public.ts';
import { type ActiveProvider, readActiveProviders } from '../../settings/settings.public.ts';
import { errorCodeOf } from '../error-code.ts';
import { recordReceiptByExternalId, recordReceiptByMessageId } from '../outgoing/outgoing-messages.sql.ts';
import type { IncomingMessage, ProviderTools } from '../provider.ts';
import { findProvider } from '../providers/registry.ts';
import { readSourceStates, recordPoll, saveSourceState } from '../source-state.sql.ts';
import { acceptMessages, toStorableMessage } from './enqueue-messages.ts';
import { IngestContext, ingestMessage, storeAttachments } from './ingest-message.ts';

export const pollSource = defineJob({
  name: 'poll-data-source',
  payload: z.object({ source: z.string() }),
  maxAttempts: 1,
  concurrency: 4,
  timeoutSeconds: 900,
  isDeduplicated: true,
});

export const pollSources = defineJob({ name: 'poll-data-sources', payload: EmptyPayload, maxAttempts: 1 });

/** Rounds of one poll while the source says that there is more. */
const maxRounds = 20;

export interface PollDependencies {
  db: Db;
  works: PictureWorks;
  secretBox: SecretBox;
  transports: MessageTransports;
  tools: Omit<ProviderTools, 'signal'>;
}

/** What an account is, without its secrets: a hash of those could be guessed at. */
function accountFingerprint({ id, options }: ActiveProvider): string {
  const open = Object.entries(options).filter(([key]) => describeProvider(id).options[key]?.secret !== true);
  return createHash('sha256').update(JSON.stringify(open)).digest('base64url');
}

async function ingestPolledMessage(
  { db, works, tools, transports }: PollDependencies,
  source: ActiveProvider,
  message: IncomingMessage,
): Promise<void> {
  const { id, attachments = [] } = message;
  if (id === null) return acceptMessages(db, source.id, [message]);
  const txHooks = new TransactionHooks();
  const onError = (error: unknown) => tools.warn(`A file could not be tidied away (${errorCodeOf(error)})`);
  try {
    const pictures = await storeAttachments(works, attachments, txHooks);
    await inTransaction(db, 'writes', (tx) =>
      ingestMessage(new IngestContext(tx, transports), { source, message }, pictures),
    );
    await txHooks.run(true, onError);
  } catch (error) {
    await txHooks.run(false, onError);
    // A message that can be none, such as an empty one, must not keep those after it waiting.
    if (!(error instanceof ValidationError)) throw error;
    tools.warn(`A message of ${source.id} was left out (${errorCodeOf(error)})`);
  }
}

/** Without those that are known, and each once: most of what mailboxes and feeds bring again is nothing new. */
async function filterNewMessages(
  db: Db,
  source: ProviderId,
  messages: readonly IncomingMessage[],
): Promise<IncomingMessage[]> {
  const ids = new Set(messages.flatMap(({ id }) => id ?? []));
  const known = await inTransaction(db, 'reads', (tx) => findKnownExternalIds(tx, source, [...ids]));
  return messages.filter(({ id }) => id === null || (!known.has(id) && ids.delete(id)));
}

/** Asks once. @returns whether there is more right now */
async function pollOnce(
  dependencies: PollDependencies,
  source: ActiveProvider,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, tools } = dependencies;
  const account = accountFingerprint(source);
  const known = (await inTransaction(db, 'reads', readSourceStates)).get(source.id);
  const before = known?.account === account ? known.state : null;
  const polled = await findProvider(source.id)?.poll?.(source.options, before, { ...tools, signal });
  if (!polled) return false;
  for (const message of await filterNewMessages(db, source.id, polled.messages.map(toStorableMessage)))
    await ingestPolledMessage(dependencies, source, message);
  for (const receipt of polled.receipts ?? [])
    await ('theirs' in receipt
      ? recordReceiptByExternalId(db, source.id, receipt.theirs, receipt.status)
      : recordReceiptByMessageId(db, source.id, receipt.ours, receipt.status));
  await inTransaction(db, 'writes', (tx) => saveSourceState(tx, source.id, account, polled.state));
  return polled.hasMore ?? false;
}

const findActiveSource = (
  db: Db,
  secretBox: SecretBox,
  id: ProviderId,
): Promise<ActiveProvider | undefined> =>
  inTransaction(db, 'reads', async (tx) =>
    (await readActiveProviders(tx, secretBox)).find((it) => it.id === id),
  );

/** Faults are told where the source is configured, not among the jobs: the next minute may mend them. */
export const createSourcePoller =
  (dependencies: PollDependencies): JobHandler<typeof pollSource> =>
  async ({ source: id }, { signal }) => {
    if (!isProviderId(id)) return;
    try {
      for (let round = 0; round < maxRounds && !signal.aborted; round++) {
        const source = await findActiveSource(dependencies.db, dependencies.secretBox, id);
        if (!source || !(await pollOnce(dependencies, source, signal))) break;
      }
      await recordPoll(dependencies.db, id, null);
    } catch (error) {
      if (signal.aborted) return;
      dependencies.tools.warn(`The data source ${id} could not be asked (${errorCodeOf(error)})`);
      await recordPoll(dependencies.db, id, errorCodeOf(error));
    }
  };

/** A source that is still being asked, such as a busy mailbox, is left to it: beside it others would wait for their turn. */
export const createPollScheduler =
  ({
    db,
    jobs,
    secretBox,
  }: {
    db: Db;
    jobs: JobQueue;
    secretBox: SecretBox;
  }): JobHandler<typeof pollSources> =>
  () =>
    inTransaction(db, 'writes', async (tx) => {
      const activeJobKeys = new Set(await listUnfinishedKeys(tx, pollSource.name));
      for (const { id } of await readActiveProviders(tx, secretBox))
        if (findProvider(id)?.poll && !activeJobKeys.has(id))
          await jobs.add(tx, pollSource, { source: id }, { key: id });
    });
