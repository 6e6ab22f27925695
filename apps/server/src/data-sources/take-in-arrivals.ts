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
import { type ActiveProvider, readActiveProviders } from '../settings/settings.public.ts';
import { findUnasked } from '../targeted-surveys/targeted-surveys.public.ts';
import { readWaiting } from './accept-messages.ts';
import { type Arrival, lockArrival, markTakenIn, nextArrivals, noteHeard, putOff } from './arrivals.sql.ts';
import { codeOf } from './fault-code.ts';
import { type Came, Desktop, storeIncoming, storeUnasked } from './take-in-message.ts';

export const takeInArrivals = defineJob({ name: 'take-in-messages', payload: EmptyPayload, seconds: 3600 });

/** Messages in one transaction, and milliseconds after which it takes no more: others wait for what it locks. */
const batch = { most: 50, time: 150 };

interface Intake {
  db: Db;
  vault: Vault;
  carriers: Carriers;
  warn: (line: string) => void;
}

/** What was accepted while a source was on is taken in after it was switched off, too. */
function readArrival({ data_source, payload }: Arrival, active: readonly ActiveProvider[]): Came {
  if (!isProviderId(data_source)) throw new Error('a data source that this version does not know');
  const source = active.find((it) => it.id === data_source) ?? {
    id: data_source,
    survey: null,
    mapping: {},
  };
  return { source, message: readWaiting(payload) };
}

/** One after the other where the order matters; as many as there are in a row at once where it does not. */
function inSteps<T>(all: readonly T[], isPlain: (one: T) => boolean): T[][] {
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
async function takeIn(
  tx: Tx,
  { vault, carriers }: Intake,
  arrivals: readonly Arrival[],
  time: number,
): Promise<void> {
  const begun = performance.now();
  const desktop = new Desktop(tx, carriers);
  const active = await readActiveProviders(tx, vault);
  const came = arrivals.map((it) => readArrival(it, active));
  const unasked = await findUnasked(
    tx,
    came.map((it) => it.message),
  );
  const posts: PostToBe[] = [];
  let done = 0;
  for (const step of inSteps(came, (it) => unasked.has(it.message))) {
    if (done > 0 && performance.now() - begun > time) break;
    const [first] = step;
    if (first && !unasked.has(first.message))
      posts.push(...[await storeIncoming(desktop, first)].flatMap((it) => it ?? []));
    else posts.push(...(await storeUnasked(desktop, step)));
    done += step.length;
  }
  await makePostsOf(tx, posts);
  for (const source of new Set(came.slice(0, done).map((it) => it.source.id))) await noteHeard(tx, source);
  await markTakenIn(
    tx,
    arrivals.slice(0, done).map((it) => it.id),
  );
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
      if (found.length === 0) return false;
      await takeIn(tx, intake, found, batch.time);
      return true;
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
