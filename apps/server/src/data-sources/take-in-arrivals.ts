/** The job that makes messages and posts of what gateways brought, in the order it came, each in a transaction of its own. */
import { isProviderId } from '@waypost/contract/data-providers';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { Vault } from '../kernel/vault.ts';
import type { Carriers } from '../messages/messages.public.ts';
import { readActiveProviders } from '../settings/settings.public.ts';
import { readWaiting } from './accept-messages.ts';
import { type Arrival, markTakenIn, nextArrival, putOff } from './arrivals.sql.ts';
import { codeOf } from './fault-code.ts';
import { takeInMessage } from './take-in-message.ts';

export const takeInArrivals = defineJob({ name: 'take-in-messages', payload: EmptyPayload, seconds: 3600 });

interface Intake {
  db: Db;
  vault: Vault;
  carriers: Carriers;
  warn: (line: string) => void;
}

async function takeIn(
  tx: Tx,
  { vault, carriers }: Intake,
  { id, data_source, payload }: Arrival,
): Promise<void> {
  if (!isProviderId(data_source)) throw new Error('a data source that this version does not know');
  // What was accepted while a source was on is taken in after it was switched off, too.
  const active = (await readActiveProviders(tx, vault)).find((it) => it.id === data_source);
  await takeInMessage(
    tx,
    active ?? { id: data_source, survey: null, mapping: {} },
    readWaiting(payload),
    carriers,
  );
  await markTakenIn(tx, id);
}

/** @returns false when nothing is left to do now */
async function takeInNext(intake: Intake): Promise<boolean> {
  const { db, warn } = intake;
  let found: Arrival | undefined;
  try {
    return await inTransaction(db, 'writes', async (tx) => {
      found = await nextArrival(tx);
      if (!found) return false;
      await takeIn(tx, intake, found);
      return true;
    });
  } catch (error) {
    const failed = found;
    // The database itself is in trouble: the job is tried again.
    if (!failed) throw error;
    const code = codeOf(error);
    warn(`A message of ${failed.data_source} could not be taken in (${code}); it is tried again`);
    await inTransaction(db, 'writes', (tx) => putOff(tx, failed.id, code));
    return true;
  }
}

export const arrivalTaker =
  (intake: Intake): JobHandler<typeof takeInArrivals> =>
  async (_payload, run) => {
    while (!run.signal.aborted && (await takeInNext(intake)));
  };
