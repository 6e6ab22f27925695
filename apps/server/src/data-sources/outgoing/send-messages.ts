/** Messages out by data sources (API v3 §5.7): at the pace that each source takes, tried again where nothing can have left. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  describeProvider,
  isProviderId,
  type ProviderId,
} from '@waypost/contract/data-sources/data-providers';
import type { MessageType } from '@waypost/contract/messages/messages';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../../kernel/jobs/job.ts';
import type { JobQueue } from '../../kernel/jobs/job-queue.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import type { MessageGateways } from '../../messages/messages.public.ts';
import { type ActiveProvider, readActiveProviders } from '../../settings/settings.public.ts';
import { errorCodeOf } from '../error-code.ts';
import { deleteProcessedMessages } from '../incoming/incoming-queue.sql.ts';
import { type OutgoingMessage, type Provider, type ProviderTools, SendError } from '../provider.ts';
import { findProvider } from '../providers/registry.ts';
import {
  assignSourceToMessage,
  assignSourceToTexts,
  claimPendingMessages,
  expireOutgoing,
  findSourcesWithPending,
  markSent,
  readAttempts,
  recordSendFailure,
  releaseClaim,
  reserveSendSlot,
} from './outgoing-messages.sql.ts';

export const sendMessages = defineJob({
  name: 'send-messages',
  payload: z.object({ source: z.string() }),
  concurrency: 4,
  timeoutSeconds: 3600,
  isDeduplicated: true,
});

/** Takes up what is due again, gives up what is too old, and finds a way for what had none. */
export const maintainMessages = defineJob({ name: 'look-after-messages', payload: EmptyPayload });

/** Seconds before each further attempt; then it has failed. */
const retryDelaysSeconds = [30, 120, 600, 3600, 7200];
const defaultRateLimit = { perSecond: 5, atOnce: 1 };

export interface SendingDependencies {
  db: Db;
  jobs: JobQueue;
  secretBox: SecretBox;
  tools: Omit<ProviderTools, 'signal'>;
}

const serviceByMessageType: Partial<Record<MessageType, 'sms' | 'email' | 'twitter'>> = {
  sms: 'sms',
  email: 'email',
  twitter: 'twitter',
};

const canSendType = ({ id }: Pick<ActiveProvider, 'id'>, type: MessageType): boolean => {
  const provider = findProvider(id);
  const service = serviceByMessageType[type];
  const hasService = service !== undefined && describeProvider(id).services.includes(service);
  return hasService && (provider?.send !== undefined || provider?.fetchesOutgoing === true);
};

/** The source that would carry a message of the type; a message that names one goes by no other. */
export async function findSendingSource(
  tx: Tx,
  secretBox: SecretBox,
  type: MessageType,
  named: string | null = null,
): Promise<ProviderId | undefined> {
  const capableSources = (await readActiveProviders(tx, secretBox)).filter((it) => canSendType(it, type));
  return (named === null ? capableSources[0] : capableSources.find((it) => it.id === named))?.id;
}

async function enqueueSending(tx: Tx, jobs: JobQueue, source: ProviderId): Promise<void> {
  if (findProvider(source)?.send) await jobs.add(tx, sendMessages, { source }, { key: source });
}

/** The way out that messages and notifications use. */
export const createMessageGateways = ({
  jobs,
  secretBox,
}: Pick<SendingDependencies, 'jobs' | 'secretBox'>): MessageGateways => ({
  dispatch: async (tx, { id, type, data_source }) => {
    const source = await findSendingSource(tx, secretBox, type, data_source);
    if (source === undefined) return;
    if (data_source === null) await assignSourceToMessage(tx, id, source);
    await enqueueSending(tx, jobs, source);
  },
});

async function sendMessageBy(
  { db, tools }: SendingDependencies,
  provider: Provider,
  { options }: ActiveProvider,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<void> {
  try {
    const sent = await provider.send?.(options, message, { ...tools, signal });
    await markSent(db, message.id, sent?.status ?? 'unknown', sent?.id ?? null);
  } catch (error) {
    // Whether it left nobody knows: it is `unknown` once it has been so for a while.
    if (signal.aborted) return;
    if (!(error instanceof SendError))
      tools.warn(`A message could not be sent by ${provider.id} (${errorCodeOf(error)})`);
    // Where an answer was waited for in vain it may have left, and a second one would do harm.
    if (error instanceof SendError && error.message === 'timeout')
      return markSent(db, message.id, 'unknown', null);
    const again = error instanceof SendError && error.isRetryable;
    const pause = again ? (retryDelaysSeconds[await readAttempts(db, message.id)] ?? null) : null;
    await recordSendFailure(db, message.id, errorCodeOf(error), pause);
  }
}

/** Sends one message after the other until none waits, or the source is switched off. */
async function sendPendingMessages(
  dependencies: SendingDependencies,
  source: ProviderId,
  signal: AbortSignal,
): Promise<void> {
  const { db, secretBox } = dependencies;
  const provider = findProvider(source);
  if (!provider?.send) return;
  const { perSecond } = provider.rateLimit ?? defaultRateLimit;
  while (!signal.aborted) {
    const next = await inTransaction(db, 'writes', async (tx) => {
      const active = (await readActiveProviders(tx, secretBox)).find((it) => it.id === source);
      const [message] = active ? await claimPendingMessages(tx, source, 1, 'pending') : [];
      return active && message && { active, message, turn: await reserveSendSlot(tx, source, perSecond) };
    });
    if (!next) return;
    const pause = next.turn.getTime() - Date.now();
    if (pause > 0) await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return inTransaction(db, 'writes', (tx) => releaseClaim(tx, next.message.id));
    await sendMessageBy(dependencies, provider, next.active, next.message, signal);
  }
}

export const createMessageSender =
  (dependencies: SendingDependencies): JobHandler<typeof sendMessages> =>
  async ({ source }, { signal }) => {
    if (!isProviderId(source)) return;
    const { atOnce } = findProvider(source)?.rateLimit ?? defaultRateLimit;
    await Promise.all(
      Array.from({ length: atOnce }, () => sendPendingMessages(dependencies, source, signal)),
    );
  };

export const createMessageMaintainer =
  ({ db, jobs, secretBox }: SendingDependencies): JobHandler<typeof maintainMessages> =>
  () =>
    inTransaction(db, 'writes', async (tx) => {
      await deleteProcessedMessages(tx);
      await expireOutgoing(tx);
      const defaultSource = await findSendingSource(tx, secretBox, 'sms');
      if (defaultSource) await assignSourceToTexts(tx, defaultSource);
      const active = new Set((await readActiveProviders(tx, secretBox)).map((it) => it.id));
      for (const source of await findSourcesWithPending(tx))
        if (isProviderId(source) && active.has(source)) await enqueueSending(tx, jobs, source);
    });
