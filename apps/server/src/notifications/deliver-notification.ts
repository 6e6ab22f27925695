/**
 * Telling one person of what came into view for them, in one mail to each address that may be told, whatever there is of it.
 * What they may not see any more by now is left out.
 */
import { z } from 'zod';
import { wordsIn } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { defineJob, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { readLanguage, viewersOfUsers } from '../users/users.public.ts';
import { nextDeliveryTime } from './digest-schedule.ts';
import {
  findLastDeliveryTimes,
  findOtherPendingDigests,
  findRecipients,
  markDelivered,
  type Recipient,
  readMarkedDigests,
  reassignPending,
  type SetDigest,
} from './notification-delivery.sql.ts';
import {
  countSentNotifications,
  findReachedLimit,
  type NotificationLimits,
  recordPause,
  startOfNextDay,
} from './notification-limits.sql.ts';
import { type BaseUrls, composeNotificationMail, composeNotificationSms } from './notification-texts.ts';
import { createUnsubscribeKeys } from './unsubscribe.ts';

export const deliverNotification = defineJob({
  name: 'tell-subscriber',
  payload: z.object({ user: z.int(), digest: z.enum(['at_once', 'hourly', 'daily']) }),
  retryDelaySeconds: { first: 30, max: 3600 },
  concurrency: 2,
  isDeduplicated: true,
});

/** Arranges tellings, one for each person and rhythm, when it is time. */
export async function scheduleDeliveries(
  tx: Tx,
  jobs: JobQueue,
  deliveries: Iterable<z.input<typeof deliverNotification.payload>>,
): Promise<void> {
  const uniqueDeliveries = new Map(
    [...deliveries].map((delivery) => [`${delivery.user} ${delivery.digest}`, delivery]),
  );
  if (uniqueDeliveries.size === 0) return;
  const last = await findLastDeliveryTimes(tx, [
    ...new Set([...uniqueDeliveries.values()].map(({ user }) => user)),
  ]);
  const { timezone } = await readSite(tx);
  for (const [key, delivery] of uniqueDeliveries) {
    const time = nextDeliveryTime(delivery.digest, {
      now: new Date(),
      last: last.get(delivery.user),
      timezone,
    });
    await jobs.add(tx, deliverNotification, delivery, { key, startAfter: time });
  }
}

/** Sends short messages to phones: whoever brings a provider that can, brings this. */
export interface SmsSender {
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
export interface DeliveryDependencies {
  outbox: Outbox;
  publicUrl: string | undefined;
  readDeploymentState: (tx: Tx) => Promise<DeploymentState>;
  smsSender: SmsSender | undefined;
  limits: NotificationLimits;
}

/** Kinds of contacts that something can be sent to now. */
export const reachableContactTypes = async (
  tx: Tx,
  { smsSender: texting }: Pick<DeliveryDependencies, 'smsSender'>,
): Promise<('email' | 'phone')[]> => ((await texting?.canText(tx)) ? ['email', 'phone'] : ['email']);

/** Posts of each collection or saved search that are named. */
const maxNamedPosts = 20;
/** Seconds that a mail is worth sending for. */
const mailExpirySeconds = 3 * 86_400;

/** Of one's own address nobody is deceived: without the operator's, the one by which the subscriber came. */
function baseUrlsFor(
  clientUrl: string | false,
  publicUrl: string | undefined,
  sets: readonly SetDigest[],
): BaseUrls {
  const server = (publicUrl ?? sets.find((set) => set.base !== null)?.base ?? undefined)?.replace(/\/+$/, '');
  return { client: (clientUrl || undefined)?.replace(/\/+$/, '') ?? server, server };
}

/** @param recipientLanguage the language of who is told; null: the deployment's */
async function sendNotification(
  tx: Tx,
  { outbox, publicUrl, smsSender: texting }: DeliveryDependencies,
  recipientLanguage: string | null,
  recipients: readonly Recipient[],
  sets: readonly SetDigest[],
): Promise<void> {
  const { name, client_url, language } = await readSite(tx);
  const translator = wordsIn(recipientLanguage, language);
  const site = name || 'Waypost';
  const addresses = baseUrlsFor(client_url, publicUrl, sets);
  const createKey = await createUnsubscribeKeys(tx);
  const [set] = sets;
  const onlyPost = sets.length === 1 && set?.total === 1 ? (set.posts[0]?.id ?? null) : null;
  for (const { id, type, contact } of recipients) {
    if (type === 'phone') {
      await texting?.text(
        tx,
        { id, contact },
        composeNotificationSms(translator, site, sets, addresses),
        onlyPost,
      );
      continue;
    }
    const address = (notification: number) =>
      `${addresses.server}/unsubscribe/${createKey({ contact: id, notification })}${recipientLanguage === null ? '' : `?lang=${translator.language}`}`;
    const unsubscribeLinks =
      addresses.server === undefined ? undefined : { forNotification: address, forAll: address(0) };
    await outbox.enqueue(
      tx,
      { to: contact, ...composeNotificationMail(translator, site, sets, addresses, unsubscribeLinks) },
      mailExpirySeconds,
    );
  }
}

export const createNotificationDeliverer =
  (dependencies: DeliveryDependencies, jobs: JobQueue): JobHandler<typeof deliverNotification> =>
  async ({ user, digest }, run) => {
    await run.complete(async (tx) => {
      const deploymentState = await dependencies.readDeploymentState(tx);
      const viewer = (await viewersOfUsers(tx, [user]))
        .get(user)
        ?.limitedTo(deploymentState.lastVisiblePostId);
      if (!viewer || (deploymentState.isClosed && !viewer.hasAnyPermission)) return;
      await reassignPending(tx, viewer);
      const recipients = await findRecipients(tx, user, await reachableContactTypes(tx, dependencies));
      const reason = await findReachedLimit(tx, user, dependencies.limits);
      if (reason !== undefined) {
        // Nothing is marked as told: it waits, and is told together once the next day begins.
        await recordPause(tx, user, reason);
        await jobs.add(
          tx,
          deliverNotification,
          { user, digest },
          { key: `${user} ${digest}`, startAfter: startOfNextDay() },
        );
        return;
      }
      await markDelivered(tx, viewer, digest);
      const sets = await readMarkedDigests(tx, viewer, digest, maxNamedPosts);
      if (sets.length > 0 && recipients.length > 0) await countSentNotifications(tx, user, recipients.length);
      if (sets.length > 0)
        await sendNotification(tx, dependencies, await readLanguage(tx, user), recipients, sets);
      const others = await findOtherPendingDigests(tx, user, digest);
      await scheduleDeliveries(
        tx,
        jobs,
        others.map((other) => ({ user, digest: other })),
      );
    });
  };
