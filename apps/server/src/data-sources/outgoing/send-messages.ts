/** Sending of messages by data sources (API v3 §5.7), at each source's rate, with retries if nothing can have been sent. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  describeProvider,
  isProviderId,
  type ProviderId,
} from '@waypost/contract/data-sources/data-providers';
import type { MessageType } from '@waypost/contract/messages/messages';
import { z } from 'zod';
import { recordChannelFailure, recordChannelSuccess } from '../../channels/channels.public.ts';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../../kernel/jobs/job.ts';
import type { JobQueue } from '../../kernel/jobs/job-queue.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import type { MessageGateways } from '../../messages/messages.public.ts';
import { type ActiveProvider, readActiveProviders } from '../../settings/settings.public.ts';
import { describeSourceError } from '../describe-source-error.ts';
import { errorCodeOf } from '../error-code.ts';
import { deleteProcessedMessages } from '../incoming/incoming-queue.sql.ts';
import { toStorableId } from '../incoming/normalize-message.ts';
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
  readRecipientNumber,
  recordSendFailure,
  releaseClaim,
  reserveSendSlot,
} from './outgoing-messages.sql.ts';

/** Sends the pending messages of one source. */
export const sendMessages = defineJob({
  name: 'send-messages',
  payload: z.object({ source: z.string() }),
  concurrency: 4,
  timeoutSeconds: 3600,
  isDeduplicated: true,
});

/** Enqueues messages that are due, expires old ones, and assigns sources to messages that have none. */
export const maintainMessages = defineJob({ name: 'maintain-messages', payload: EmptyPayload });

/** Delay before each retry; after the last one the message has failed. */
const retryDelaysSeconds = [30, 120, 600, 3600, 7200];
const defaultRateLimit = { perSecond: 5, concurrency: 1 };

/** What sending needs from the rest of the server. */
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

/** Whether a source reaches the phone that is meant by a number. Without a plus, it is one of the gateway's own country. */
const canDial = ({ id }: Pick<ActiveProvider, 'id'>, number: string): boolean =>
  number.startsWith('+') || findProvider(id)?.needsCountryCode !== true;

/**
 * The source for messages of a type.
 * @param requiredSource if set, no other source is used
 * @param number for text messages: the source must be able to dial it
 */
export async function findSendingSource(
  tx: Tx,
  secretBox: SecretBox,
  type: MessageType,
  requiredSource: string | null = null,
  number?: string,
): Promise<ProviderId | undefined> {
  const capableSources = (await readActiveProviders(tx, secretBox)).filter(
    (source) => canSendType(source, type) && (number === undefined || canDial(source, number)),
  );
  return (
    requiredSource === null ? capableSources[0] : capableSources.find(({ id }) => id === requiredSource)
  )?.id;
}

async function enqueueSending(tx: Tx, jobs: JobQueue, source: ProviderId): Promise<void> {
  if (findProvider(source)?.send) await jobs.add(tx, sendMessages, { source }, { key: source });
}

/** Creates the gateways by which messages and notifications are sent. */
export const createMessageGateways = ({
  jobs,
  secretBox,
}: Pick<SendingDependencies, 'jobs' | 'secretBox'>): MessageGateways => ({
  dispatch: async (tx, { id, type, data_source }) => {
    // A message with a source of its own that cannot dial the number fails there, where the team reads why.
    const number = type === 'sms' && data_source === null ? await readRecipientNumber(tx, id) : undefined;
    const source = await findSendingSource(tx, secretBox, type, data_source, number);
    if (source === undefined) return;
    if (data_source === null) await assignSourceToMessage(tx, id, source);
    await enqueueSending(tx, jobs, source);
  },
  canSend: async (tx, { type, data_source, number }) =>
    (await findSendingSource(tx, secretBox, type, data_source, number)) !== undefined,
});

async function sendMessageBy(
  { db, tools }: SendingDependencies,
  provider: Provider,
  source: ActiveProvider,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<void> {
  try {
    const result = await provider.send?.(source.options, message, { ...tools, signal });
    await recordChannelSuccess(db, provider.id);
    const externalId = result?.id === undefined ? null : toStorableId(result.id);
    await markSent(db, message.id, result?.status ?? 'unknown', externalId);
  } catch (error) {
    // The result is not known: `expireOutgoing` sets the status to `unknown` after some minutes.
    if (signal.aborted) return;
    if (!(error instanceof SendError && error.isAboutMessage))
      await recordChannelFailure(db, provider.id, describeSourceError(source, error));
    if (!(error instanceof SendError))
      tools.warn(`A message could not be sent by ${provider.id} (${errorCodeOf(error)})`);
    // After a timeout the message may have been sent, so it is not retried.
    if (error instanceof SendError && error.message === 'timeout')
      return markSent(db, message.id, 'unknown', null);
    const isRetryable = error instanceof SendError && error.isRetryable;
    const retryInSeconds = isRetryable
      ? (retryDelaysSeconds[await readAttempts(db, message.id)] ?? null)
      : null;
    await recordSendFailure(db, message.id, errorCodeOf(error), retryInSeconds);
  }
}

/** Sends messages one at a time until none is pending, or the source is switched off. */
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
      const active = (await readActiveProviders(tx, secretBox)).find(({ id }) => id === source);
      const [message] = active ? await claimPendingMessages(tx, source, 1, 'pending') : [];
      return active && message && { active, message, sendTime: await reserveSendSlot(tx, source, perSecond) };
    });
    if (!next) return;
    const delayMs = next.sendTime.getTime() - Date.now();
    if (delayMs > 0) await wait(delayMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return inTransaction(db, 'writes', (tx) => releaseClaim(tx, next.message.id));
    await sendMessageBy(dependencies, provider, next.active, next.message, signal);
  }
}

/** Creates the handler of `sendMessages`. */
export const createMessageSender =
  (dependencies: SendingDependencies): JobHandler<typeof sendMessages> =>
  async ({ source }, { signal }) => {
    if (!isProviderId(source)) return;
    const { concurrency } = findProvider(source)?.rateLimit ?? defaultRateLimit;
    await Promise.all(
      Array.from({ length: concurrency }, () => sendPendingMessages(dependencies, source, signal)),
    );
  };

/** Creates the handler of `maintainMessages`. */
export const createMessageMaintainer =
  ({ db, jobs, secretBox }: SendingDependencies): JobHandler<typeof maintainMessages> =>
  () =>
    inTransaction(db, 'writes', async (tx) => {
      await deleteProcessedMessages(tx);
      await expireOutgoing(tx);
      await assignSourceToTexts(tx, {
        international: await findSendingSource(tx, secretBox, 'sms'),
        local: await findSendingSource(tx, secretBox, 'sms', null, ''),
      });
      const active = new Set((await readActiveProviders(tx, secretBox)).map(({ id }) => id));
      for (const source of await findSourcesWithPending(tx))
        if (isProviderId(source) && active.has(source)) await enqueueSending(tx, jobs, source);
    });
