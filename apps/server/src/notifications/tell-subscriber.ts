/**
 * Telling one person of what came into view for them, in one mail to each address that may be told, whatever there is of it.
 * What they may not see any more by now is left out.
 */
import { z } from 'zod';
import type { Tx } from '../kernel/db.ts';
import { defineJob, type JobHandler } from '../kernel/jobs/job.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import type { Standing } from '../kernel/standing.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readLanguage, viewersOfUsers } from '../people/people.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { wordsIn } from '../words/words.public.ts';
import { dueTime } from './digest-times.ts';
import {
  countSent,
  type NotificationLimits,
  nextDay,
  notePause,
  reachedLimit,
} from './notification-limits.sql.ts';
import {
  type DueSet,
  handOn,
  lastTold,
  markTold,
  otherRhythms,
  type Reached,
  readMarked,
  readReached,
} from './telling.sql.ts';
import { type Addresses, tellingMail, tellingText } from './telling-mail.ts';
import { keyMaker } from './unsubscribe.ts';

export const tellSubscriber = defineJob({
  name: 'tell-subscriber',
  payload: z.object({ user: z.int(), digest: z.enum(['at_once', 'hourly', 'daily']) }),
  pause: { first: 30, most: 3600 },
  atOnce: 2,
  oneWaiting: true,
});

/** Arranges tellings, one for each person and rhythm, when it is time. */
export async function arrangeTellings(
  tx: Tx,
  jobs: Jobs,
  tellings: Iterable<z.input<typeof tellSubscriber.payload>>,
): Promise<void> {
  const once = new Map([...tellings].map((telling) => [`${telling.user} ${telling.digest}`, telling]));
  if (once.size === 0) return;
  const last = await lastTold(tx, [...new Set([...once.values()].map(({ user }) => user))]);
  const { timezone } = await readSite(tx);
  for (const [key, telling] of once) {
    const time = dueTime(telling.digest, { now: new Date(), last: last.get(telling.user), timezone });
    await jobs.add(tx, tellSubscriber, telling, { key, due: time });
  }
}

/** Sends short messages to phones: whoever brings a provider that can, brings this. */
export interface Texting {
  /** Whether a message would leave now; numbers are passed over while none would. */
  canText: (tx: Tx) => Promise<boolean>;
  /**
   * Hands a message over in the transaction, to be sent after it.
   * @param postId the post, where it is about a single one
   */
  text: (
    tx: Tx,
    contact: { id: number; contact: string },
    message: string,
    postId: number | null,
  ) => Promise<void>;
}

/** What telling needs of the rest of the server. */
export interface Telling {
  outbox: Outbox;
  publicUrl: string | undefined;
  standing: (tx: Tx) => Promise<Standing>;
  texting: Texting | undefined;
  limits: NotificationLimits;
}

/** Kinds of contacts that something can be sent to now. */
export const kindsReached = async (
  tx: Tx,
  { texting }: Pick<Telling, 'texting'>,
): Promise<('email' | 'phone')[]> => ((await texting?.canText(tx)) ? ['email', 'phone'] : ['email']);

/** Posts of each collection or saved search that are named. */
const named = 20;
/** Seconds that a mail is worth sending for. */
const worthSending = 3 * 86_400;

/** Of one's own address nobody is deceived: without the operator's, the one by which the subscriber came. */
function addressesFor(
  clientUrl: string | false,
  publicUrl: string | undefined,
  sets: readonly DueSet[],
): Addresses {
  const server = (publicUrl ?? sets.find((set) => set.base !== null)?.base ?? undefined)?.replace(/\/+$/, '');
  return { client: (clientUrl || undefined)?.replace(/\/+$/, '') ?? server, server };
}

/** @param own the language of who is told; null: the deployment's */
async function tell(
  tx: Tx,
  { outbox, publicUrl, texting }: Telling,
  own: string | null,
  reached: readonly Reached[],
  sets: readonly DueSet[],
): Promise<void> {
  const { name, client_url, language } = await readSite(tx);
  const words = wordsIn(own, language);
  const site = name || 'Waypost';
  const addresses = addressesFor(client_url, publicUrl, sets);
  const keyFor = await keyMaker(tx);
  const [set] = sets;
  const onlyPost = sets.length === 1 && set?.total === 1 ? (set.posts[0]?.id ?? null) : null;
  for (const { id, type, contact } of reached) {
    if (type === 'phone') {
      await texting?.text(tx, { id, contact }, tellingText(words, site, sets, addresses), onlyPost);
      continue;
    }
    const address = (notification: number) =>
      `${addresses.server}/unsubscribe/${keyFor({ contact: id, notification })}${own === null ? '' : `?lang=${words.language}`}`;
    const ending = addresses.server === undefined ? undefined : { of: address, all: address(0) };
    await outbox.put(tx, { to: contact, ...tellingMail(words, site, sets, addresses, ending) }, worthSending);
  }
}

export const subscriberTeller =
  (telling: Telling, jobs: Jobs): JobHandler<typeof tellSubscriber> =>
  async ({ user, digest }, run) => {
    await run.finish(async (tx) => {
      const standing = await telling.standing(tx);
      const viewer = (await viewersOfUsers(tx, [user])).get(user)?.upTo(standing.lastPost);
      if (!viewer || (standing.isClosed && !viewer.hasPermission)) return;
      await handOn(tx, viewer);
      const reached = await readReached(tx, user, await kindsReached(tx, telling));
      const reason = await reachedLimit(tx, user, telling.limits);
      if (reason !== undefined) {
        // Nothing is marked as told: it waits, and is told together once the next day begins.
        await notePause(tx, user, reason);
        await jobs.add(tx, tellSubscriber, { user, digest }, { key: `${user} ${digest}`, due: nextDay() });
        return;
      }
      await markTold(tx, viewer, digest);
      const sets = await readMarked(tx, viewer, digest, named);
      if (sets.length > 0 && reached.length > 0) await countSent(tx, user, reached.length);
      if (sets.length > 0) await tell(tx, telling, await readLanguage(tx, user), reached, sets);
      const others = await otherRhythms(tx, user, digest);
      await arrangeTellings(
        tx,
        jobs,
        others.map((other) => ({ user, digest: other })),
      );
    });
  };
