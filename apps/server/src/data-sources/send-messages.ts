/** Messages out by data sources (wire 5.7): at the pace that each source takes, tried again where nothing can have left. */
import { setTimeout as wait } from 'node:timers/promises';
import { describedAs, isProviderId, type ProviderId } from '@waypost/contract/data-providers';
import type { MessageType } from '@waypost/contract/messages';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import type { Vault } from '../kernel/vault.ts';
import type { Gateways } from '../messages/messages.public.ts';
import { type ActiveProvider, readActiveProviders } from '../settings/settings.public.ts';
import { forgetArrivals } from './arrivals.sql.ts';
import { codeOf } from './fault-code.ts';
import {
  assignSource,
  assignTexts,
  attemptsAt,
  giveBack,
  noteNotSent,
  noteSent,
  sourcesWaitedFor,
  takePending,
  takeTurn,
  tidyOutgoing,
} from './outgoing.sql.ts';
import { type OutgoingMessage, type Provider, SendFault, type Tools } from './provider.ts';
import { providerOf } from './providers/all.ts';

export const sendMessages = defineJob({
  name: 'send-messages',
  payload: z.object({ source: z.string() }),
  atOnce: 4,
  seconds: 3600,
  oneWaiting: true,
});

/** Takes up what is due again, gives up what is too old, and finds a way for what had none. */
export const lookAfterMessages = defineJob({ name: 'look-after-messages', payload: EmptyPayload });

/** Seconds before each further attempt; then it has failed. */
const pauses = [30, 120, 600, 3600, 7200];
const usualPace = { perSecond: 5, atOnce: 1 };

export interface Sending {
  db: Db;
  jobs: Jobs;
  vault: Vault;
  tools: Omit<Tools, 'signal'>;
}

const serviceOf: Partial<Record<MessageType, 'sms' | 'email' | 'twitter'>> = {
  sms: 'sms',
  email: 'email',
  twitter: 'twitter',
};

const isWayOut = ({ id }: Pick<ActiveProvider, 'id'>, type: MessageType): boolean => {
  const provider = providerOf(id);
  const service = serviceOf[type];
  const carries = service !== undefined && describedAs(id).services.includes(service);
  return carries && (provider?.send !== undefined || provider?.fetchesOutgoing === true);
};

/** The source that would carry a message of the type; a message that names one goes by no other. */
export async function wayOut(
  tx: Tx,
  vault: Vault,
  type: MessageType,
  named: string | null = null,
): Promise<ProviderId | undefined> {
  const able = (await readActiveProviders(tx, vault)).filter((it) => isWayOut(it, type));
  return (named === null ? able[0] : able.find((it) => it.id === named))?.id;
}

async function startSending(tx: Tx, jobs: Jobs, source: ProviderId): Promise<void> {
  if (providerOf(source)?.send) await jobs.add(tx, sendMessages, { source }, { key: source });
}

/** The way out that messages and notifications use. */
export const gatewaysOf = ({ jobs, vault }: Pick<Sending, 'jobs' | 'vault'>): Gateways => ({
  carry: async (tx, { id, type, data_source }) => {
    const source = await wayOut(tx, vault, type, data_source);
    if (source === undefined) return;
    if (data_source === null) await assignSource(tx, id, source);
    await startSending(tx, jobs, source);
  },
});

async function handOver(
  { db, tools }: Sending,
  provider: Provider,
  { options }: ActiveProvider,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<void> {
  try {
    const sent = await provider.send?.(options, message, { ...tools, signal });
    await noteSent(db, message.id, sent?.status ?? 'unknown', sent?.id ?? null);
  } catch (error) {
    // Whether it left nobody knows: it is `unknown` once it has been so for a while.
    if (signal.aborted) return;
    if (!(error instanceof SendFault))
      tools.warn(`A message could not be sent by ${provider.id} (${codeOf(error)})`);
    // Where an answer was waited for in vain it may have left, and a second one would do harm.
    if (error instanceof SendFault && error.message === 'timeout')
      return noteSent(db, message.id, 'unknown', null);
    const again = error instanceof SendFault && error.again;
    const pause = again ? (pauses[await attemptsAt(db, message.id)] ?? null) : null;
    await noteNotSent(db, message.id, codeOf(error), pause);
  }
}

/** Sends one message after the other until none waits, or the source is switched off. */
async function sendAll(sending: Sending, source: ProviderId, signal: AbortSignal): Promise<void> {
  const { db, vault } = sending;
  const provider = providerOf(source);
  if (!provider?.send) return;
  const { perSecond } = provider.pace ?? usualPace;
  while (!signal.aborted) {
    const next = await inTransaction(db, 'writes', async (tx) => {
      const active = (await readActiveProviders(tx, vault)).find((it) => it.id === source);
      const [message] = active ? await takePending(tx, source, 1, 'pending') : [];
      return active && message && { active, message, turn: await takeTurn(tx, source, perSecond) };
    });
    if (!next) return;
    const pause = next.turn.getTime() - Date.now();
    if (pause > 0) await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return inTransaction(db, 'writes', (tx) => giveBack(tx, next.message.id));
    await handOver(sending, provider, next.active, next.message, signal);
  }
}

export const messageSender =
  (sending: Sending): JobHandler<typeof sendMessages> =>
  async ({ source }, { signal }) => {
    if (!isProviderId(source)) return;
    const { atOnce } = providerOf(source)?.pace ?? usualPace;
    await Promise.all(Array.from({ length: atOnce }, () => sendAll(sending, source, signal)));
  };

export const messageKeeper =
  ({ db, jobs, vault }: Sending): JobHandler<typeof lookAfterMessages> =>
  () =>
    inTransaction(db, 'writes', async (tx) => {
      await forgetArrivals(tx);
      await tidyOutgoing(tx);
      const usual = await wayOut(tx, vault, 'sms');
      if (usual) await assignTexts(tx, usual);
      const active = new Set((await readActiveProviders(tx, vault)).map((it) => it.id));
      for (const source of await sourcesWaitedFor(tx))
        if (isProviderId(source) && active.has(source)) await startSending(tx, jobs, source);
    });
