/**
 * The job that makes messages and posts of what gateways brought, in the order it came: many in one transaction, since most
 * of what a single one costs is the transaction, and each alone where one of them cannot be taken in.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isProviderId } from '@waypost/contract/data-providers';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { Vault } from '../kernel/vault.ts';
import { type Carriers, makePostsOf, type PostToBe } from '../messages/messages.public.ts';
import { readActiveProviders } from '../settings/settings.public.ts';
import { readWaiting } from './accept-messages.ts';
import { type Arrival, lockArrival, markTakenIn, nextArrivals, noteHeard, putOff } from './arrivals.sql.ts';
import { codeOf } from './fault-code.ts';
import { Desktop, storeIncoming } from './take-in-message.ts';

export const takeInArrivals = defineJob({ name: 'take-in-messages', payload: EmptyPayload, seconds: 3600 });

/** Messages in one transaction, and milliseconds after which it takes no more: others wait for what it locks. */
const batch = { most: 50, time: 150 };

interface Intake {
  db: Db;
  vault: Vault;
  carriers: Carriers;
  warn: (line: string) => void;
}

/** @returns how many of them were taken in; the rest are left as they are */
async function takeIn(
  tx: Tx,
  { vault, carriers }: Intake,
  arrivals: readonly Arrival[],
  time: number,
): Promise<number> {
  const begun = performance.now();
  const desktop = new Desktop(tx, carriers);
  const active = await readActiveProviders(tx, vault);
  const posts: PostToBe[] = [];
  const done: number[] = [];
  const sources = new Set<string>();
  for (const { id, data_source, payload } of arrivals) {
    if (done.length > 0 && performance.now() - begun > time) break;
    if (!isProviderId(data_source)) throw new Error('a data source that this version does not know');
    // What was accepted while a source was on is taken in after it was switched off, too.
    const source = active.find((it) => it.id === data_source) ?? {
      id: data_source,
      survey: null,
      mapping: {},
    };
    const post = await storeIncoming(desktop, source, readWaiting(payload));
    if (post) posts.push(post);
    done.push(id);
    sources.add(data_source);
  }
  await makePostsOf(tx, posts);
  for (const source of sources) await noteHeard(tx, source);
  await markTakenIn(tx, done);
  return done.length;
}

async function takeInAlone(intake: Intake, { id, data_source }: Arrival): Promise<void> {
  const { db, warn } = intake;
  try {
    await inTransaction(db, 'writes', async (tx) => {
      const found = await lockArrival(tx, id);
      if (found) await takeIn(tx, intake, [found], Number.POSITIVE_INFINITY);
    });
  } catch (error) {
    const code = codeOf(error);
    warn(`A message of ${data_source} could not be taken in (${code}); it is tried again`);
    await inTransaction(db, 'writes', (tx) => putOff(tx, id, code));
  }
}

/** @returns false when nothing is left to do now */
async function takeInNext(intake: Intake): Promise<boolean> {
  let found: Arrival[] = [];
  try {
    return await inTransaction(intake.db, 'writes', async (tx) => {
      found = await nextArrivals(tx, batch.most);
      return found.length > 0 && (await takeIn(tx, intake, found, batch.time)) > 0;
    });
  } catch (error) {
    // The database itself is in trouble: the job is tried again.
    if (found.length === 0) throw error;
    for (const one of found) await takeInAlone(intake, one);
    return true;
  }
}

/** Rests as long as it worked: gateways, and people, wait for their answers, and these messages are safe. */
export const arrivalTaker =
  (intake: Intake): JobHandler<typeof takeInArrivals> =>
  async (_payload, { signal }) => {
    for (;;) {
      const begun = performance.now();
      if (signal.aborted || !(await takeInNext(intake))) return;
      await wait(performance.now() - begun, undefined, { signal }).catch(() => undefined);
    }
  };
