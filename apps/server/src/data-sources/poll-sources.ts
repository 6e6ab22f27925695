/** Data sources that are asked for news: each every minute, by a job of its own. */
import { createHash } from 'node:crypto';
import { describedAs, isProviderId, type ProviderId } from '@waypost/contract/data-providers';
import { z } from 'zod';
import { type Db, inTransaction } from '../kernel/db.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import { keysInHand } from '../kernel/jobs/tables.sql.ts';
import { Outcome } from '../kernel/outcome.ts';
import { Faults } from '../kernel/problem.ts';
import type { Vault } from '../kernel/vault.ts';
import type { PictureWorks } from '../media/media.public.ts';
import { type Carriers, knownIdsThere } from '../messages/messages.public.ts';
import { type ActiveProvider, readActiveProviders } from '../settings/settings.public.ts';
import { acceptMessages, storable } from './accept-messages.ts';
import { codeOf } from './fault-code.ts';
import { settleByOurs, settleByTheirs } from './outgoing.sql.ts';
import type { IncomingMessage, Tools } from './provider.ts';
import { providerOf } from './providers/all.ts';
import { notePolled, noteState, readSources } from './sources.sql.ts';
import { Desktop, storeAttachments, takeInMessage } from './take-in-message.ts';

export const pollSource = defineJob({
  name: 'poll-data-source',
  payload: z.object({ source: z.string() }),
  attempts: 1,
  atOnce: 4,
  seconds: 900,
  oneWaiting: true,
});

export const pollSources = defineJob({ name: 'poll-data-sources', payload: EmptyPayload, attempts: 1 });

/** Rounds of one poll while the source says that there is more. */
const rounds = 20;

export interface Polling {
  db: Db;
  works: PictureWorks;
  vault: Vault;
  carriers: Carriers;
  tools: Omit<Tools, 'signal'>;
}

/** What an account is, without its secrets: a hash of those could be guessed at. */
function accountOf({ id, options }: ActiveProvider): string {
  const open = Object.entries(options).filter(([key]) => describedAs(id).options[key]?.secret !== true);
  return createHash('sha256').update(JSON.stringify(open)).digest('base64url');
}

async function takeIn(
  { db, works, tools, carriers }: Polling,
  source: ActiveProvider,
  message: IncomingMessage,
): Promise<void> {
  const { id, attachments = [] } = message;
  if (id === null) return acceptMessages(db, source.id, [message]);
  const outcome = new Outcome();
  const tell = (error: unknown) => tools.warn(`A file could not be tidied away (${codeOf(error)})`);
  try {
    const pictures = await storeAttachments(works, attachments, outcome);
    await inTransaction(db, 'writes', (tx) =>
      takeInMessage(new Desktop(tx, carriers), { source, message }, pictures),
    );
    await outcome.settle(true, tell);
  } catch (error) {
    await outcome.settle(false, tell);
    // A message that can be none, such as an empty one, must not keep those after it waiting.
    if (!(error instanceof Faults)) throw error;
    tools.warn(`A message of ${source.id} was left out (${codeOf(error)})`);
  }
}

/** Without those that are known, and each once: most of what mailboxes and feeds bring again is nothing new. */
async function newOnes(
  db: Db,
  source: ProviderId,
  messages: readonly IncomingMessage[],
): Promise<IncomingMessage[]> {
  const ids = new Set(messages.flatMap(({ id }) => id ?? []));
  const known = await inTransaction(db, 'reads', (tx) => knownIdsThere(tx, source, [...ids]));
  return messages.filter(({ id }) => id === null || (!known.has(id) && ids.delete(id)));
}

/** Asks once. @returns whether there is more right now */
async function pollOnce(polling: Polling, source: ActiveProvider, signal: AbortSignal): Promise<boolean> {
  const { db, tools } = polling;
  const account = accountOf(source);
  const known = (await inTransaction(db, 'reads', readSources)).get(source.id);
  const before = known?.account === account ? known.state : null;
  const polled = await providerOf(source.id)?.poll?.(source.options, before, { ...tools, signal });
  if (!polled) return false;
  for (const message of await newOnes(db, source.id, polled.messages.map(storable)))
    await takeIn(polling, source, message);
  for (const receipt of polled.receipts ?? [])
    await ('theirs' in receipt
      ? settleByTheirs(db, source.id, receipt.theirs, receipt.status)
      : settleByOurs(db, source.id, receipt.ours, receipt.status));
  await inTransaction(db, 'writes', (tx) => noteState(tx, source.id, account, polled.state));
  return polled.more ?? false;
}

const activeOne = (db: Db, vault: Vault, id: ProviderId): Promise<ActiveProvider | undefined> =>
  inTransaction(db, 'reads', async (tx) => (await readActiveProviders(tx, vault)).find((it) => it.id === id));

/** Faults are told where the source is configured, not among the jobs: the next minute may mend them. */
export const sourcePoller =
  (polling: Polling): JobHandler<typeof pollSource> =>
  async ({ source: id }, { signal }) => {
    if (!isProviderId(id)) return;
    try {
      for (let round = 0; round < rounds && !signal.aborted; round++) {
        const source = await activeOne(polling.db, polling.vault, id);
        if (!source || !(await pollOnce(polling, source, signal))) break;
      }
      await notePolled(polling.db, id, null);
    } catch (error) {
      if (signal.aborted) return;
      polling.tools.warn(`The data source ${id} could not be asked (${codeOf(error)})`);
      await notePolled(polling.db, id, codeOf(error));
    }
  };

/** A source that is still being asked, such as a busy mailbox, is left to it: beside it others would wait for their turn. */
export const pollStarter =
  ({ db, jobs, vault }: { db: Db; jobs: Jobs; vault: Vault }): JobHandler<typeof pollSources> =>
  () =>
    inTransaction(db, 'writes', async (tx) => {
      const inHand = new Set(await keysInHand(tx, pollSource.name));
      for (const { id } of await readActiveProviders(tx, vault))
        if (providerOf(id)?.poll && !inHand.has(id))
          await jobs.add(tx, pollSource, { source: id }, { key: id });
    });
