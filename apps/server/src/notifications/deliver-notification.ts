/**
 * Delivery of pending notifications to one user: one message to each of their contacts, with all posts. Posts that the user may not
 * see any more are left out.
 */

import { trailingSlashes } from '@waypost/contract/common/trailing-slashes';
import { z } from 'zod';
import { translatorFor } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { defineJob, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { toPlainName } from '../kernel/plain-name.ts';
import { type DeploymentState, isClosedTo } from '../kernel/security/deployment-state.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from '../settings/settings.public.ts';
import { readUserLanguage, readViewersByUserId } from '../users/users.public.ts';
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
  readStartOfNextDay,
  recordPause,
} from './notification-limits.sql.ts';
import { type BaseUrls, composeNotificationMail, composeNotificationSms } from './notification-texts.ts';
import { createUnsubscribeKeys } from './unsubscribe.ts';

/** Sends one user's pending notifications of one digest frequency. */
export const deliverNotification = defineJob({
  name: 'deliver-notification',
  payload: z.object({ user: z.int(), digest: z.enum(['at_once', 'hourly', 'daily']) }),
  retryDelaySeconds: { first: 30, max: 3600 },
  concurrency: 2,
  isDeduplicated: true,
});

/** Schedules deliveries, one for each user and digest frequency. */
export async function scheduleDeliveries(
  tx: Tx,
  jobs: JobQueue,
  deliveries: Iterable<z.input<typeof deliverNotification.payload>>,
): Promise<void> {
  const uniqueDeliveries = new Map(
    [...deliveries].map((delivery) => [`${delivery.user} ${delivery.digest}`, delivery]),
  );
  if (uniqueDeliveries.size === 0) return;
  const lastTimes = await findLastDeliveryTimes(tx, [
    ...new Set([...uniqueDeliveries.values()].map(({ user }) => user)),
  ]);
  const { timezone } = await readSite(tx);
  for (const [key, delivery] of uniqueDeliveries) {
    const time = nextDeliveryTime(delivery.digest, {
      now: new Date(),
      last: lastTimes.get(delivery.user),
      timezone,
    });
    await jobs.add(tx, deliverNotification, delivery, { key, startAfter: time });
  }
}

/** Sends text messages. Implemented by the data sources. */
export interface SmsSender {
  /** Whether a source can send now; phone contacts are skipped otherwise. */
  canSend: (tx: Tx) => Promise<boolean>;
  /**
   * Stores a message, which is sent after the commit.
   * @param postId the post, if the message is about a single one
   */
  send: (
    tx: Tx,
    contact: { id: number; contact: string },
    message: string,
    postId: number | null,
  ) => Promise<void>;
}

/** What the delivery needs from other domains. */
export interface DeliveryDependencies {
  outbox: Outbox;
  publicUrl: string | undefined;
  readDeploymentState: (tx: Tx) => Promise<DeploymentState>;
  smsSender: SmsSender | undefined;
  limits: NotificationLimits;
}

/** Types of contacts that messages can be sent to now. */
export const reachableContactTypes = async (
  tx: Tx,
  { smsSender }: Pick<DeliveryDependencies, 'smsSender'>,
): Promise<('email' | 'phone')[]> => ((await smsSender?.canSend(tx)) ? ['email', 'phone'] : ['email']);

/** Posts per collection or saved search that are listed by title; the rest is counted. */
const maxNamedPosts = 20;
const mailExpirySeconds = 3 * 86_400;

/** Base URLs for links. If the operator has not set one, it is the URL at which the user created the notification. */
function baseUrlsFor(
  clientUrl: string | false,
  publicUrl: string | undefined,
  sets: readonly SetDigest[],
): BaseUrls {
  const server = (publicUrl ?? sets.find((set) => set.base_url !== null)?.base_url ?? undefined)?.replace(
    trailingSlashes,
    '',
  );
  return { client: (clientUrl || undefined)?.replace(trailingSlashes, '') ?? server, server };
}

/** @param recipientLanguage null: the deployment's language */
async function sendNotification(
  tx: Tx,
  { outbox, publicUrl, smsSender }: DeliveryDependencies,
  recipientLanguage: string | null,
  recipients: readonly Recipient[],
  sets: readonly SetDigest[],
): Promise<void> {
  const { name, client_url, language } = await readSite(tx);
  const translator = translatorFor(recipientLanguage, language);
  const site = toPlainName(name);
  const baseUrls = baseUrlsFor(client_url, publicUrl, sets);
  const createKey = await createUnsubscribeKeys(tx);
  const [set] = sets;
  const singlePostId = sets.length === 1 && set?.total === 1 ? (set.posts[0]?.id ?? null) : null;
  for (const { id, type, contact } of recipients) {
    if (type === 'phone') {
      await smsSender?.send(
        tx,
        { id, contact },
        composeNotificationSms(translator, site, sets, baseUrls),
        singlePostId,
      );
      continue;
    }
    const unsubscribeUrl = (notification: number) =>
      `${baseUrls.server}/unsubscribe/${createKey({ contact: id, notification })}${recipientLanguage === null ? '' : `?lang=${translator.language}`}`;
    const unsubscribeLinks =
      baseUrls.server === undefined
        ? undefined
        : { forNotification: unsubscribeUrl, forAll: unsubscribeUrl(0) };
    await outbox.enqueue(
      tx,
      { to: contact, ...composeNotificationMail(translator, site, sets, baseUrls, unsubscribeLinks) },
      mailExpirySeconds,
    );
  }
}

/** Creates the handler of `deliverNotification`. */
export const createNotificationDeliverer =
  (dependencies: DeliveryDependencies, jobs: JobQueue): JobHandler<typeof deliverNotification> =>
  async ({ user, digest }, run) => {
    await run.complete(async (tx) => {
      const deploymentState = await dependencies.readDeploymentState(tx);
      const viewer = (await readViewersByUserId(tx, [user]))
        .get(user)
        ?.limitedTo(deploymentState.lastVisiblePostId);
      if (!viewer || isClosedTo(viewer, deploymentState)) return;
      await reassignPending(tx, viewer);
      const recipients = await findRecipients(tx, user, await reachableContactTypes(tx, dependencies));
      const reason = await findReachedLimit(tx, user, dependencies.limits);
      if (reason !== undefined) {
        // Nothing is marked as delivered: all pending posts are sent together on the next day.
        await recordPause(tx, user, reason);
        await jobs.add(
          tx,
          deliverNotification,
          { user, digest },
          { key: `${user} ${digest}`, startAfter: await readStartOfNextDay(tx) },
        );
        return;
      }
      await markDelivered(tx, viewer, digest);
      const sets = await readMarkedDigests(tx, viewer, digest, maxNamedPosts);
      if (sets.length > 0 && recipients.length > 0) await countSentNotifications(tx, user, recipients.length);
      if (sets.length > 0)
        await sendNotification(tx, dependencies, await readUserLanguage(tx, user), recipients, sets);
      const otherDigests = await findOtherPendingDigests(tx, user, digest);
      await scheduleDeliveries(
        tx,
        jobs,
        otherDigests.map((otherDigest) => ({ user, digest: otherDigest })),
      );
    });
  };
