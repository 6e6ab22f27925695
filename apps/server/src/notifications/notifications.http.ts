/** HTTP endpoints of notifications. */
import * as contract from '@waypost/contract/notifications/notifications';
import { inTransaction } from '../kernel/db/database.ts';
import { listEnvelope, toApiDate } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { defineJob, EmptyPayload } from '../kernel/jobs/job.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import {
  createNotificationDeliverer,
  type DeliveryDependencies,
  deliverNotification,
  reachableContactTypes,
} from './deliver-notification.ts';
import { createPostMatcher, matchPosts } from './match-posts.ts';
import { compactDeliveredPosts, hasNotificationEvents } from './notification-delivery.sql.ts';
import { deletePastCounts, isPaused, readStartOfNextDay } from './notification-limits.sql.ts';
import { notificationPrivileges } from './notifications.rules.ts';
import { searchOwnNotifications } from './notifications.sql.ts';
import { viewNotification } from './notifications.view.ts';
import {
  createNotification,
  deleteNotification,
  readOwnNotification,
  updateNotification,
} from './save-notification.ts';
import { readUnsubscription, unsubscribe } from './unsubscribe.ts';

/** Compacts records of delivered notifications. */
export const compactDelivered = defineJob({ name: 'compact-delivered-notifications', payload: EmptyPayload });

/** Rows per transaction; matching and delivery wait for it. */
const compactionBatchSize = 20_000;

/** One-click unsubscribe (RFC 8058): mail programs post to the URL of the page that the link in the mail opens. */
function mountOneClickUnsubscribe({ app, db }: MountContext): void {
  app.post<{ Params: { key: string } }>('/unsubscribe/:key', async (request, reply) => {
    await inTransaction(db, 'writes', (tx) => unsubscribe(tx, request.params.key));
    return reply.code(204).send();
  });
}

type DeliveryOptions = Pick<DeliveryDependencies, 'outbox' | 'smsSender' | 'limits'>;

function mountDelivery(
  { db, jobs, publicUrl, readDeploymentState }: MountContext,
  options: DeliveryOptions,
): void {
  const dependencies: DeliveryDependencies = { ...options, publicUrl, readDeploymentState };
  jobs.register(
    matchPosts,
    createPostMatcher(jobs, (work) => inTransaction(db, 'writes', work), {
      readDeploymentState,
      readContactTypes: (tx) => reachableContactTypes(tx, dependencies),
    }),
  );
  jobs.register(deliverNotification, createNotificationDeliverer(dependencies, jobs));
  jobs.watch(matchPosts, hasNotificationEvents);
  jobs.register(compactDelivered, async (_payload, run) => {
    await inTransaction(db, 'writes', deletePastCounts);
    for (let done = 0, packed = compactionBatchSize; packed === compactionBatchSize; done += packed) {
      await run.reportProgress(done, null);
      packed = await inTransaction(db, 'writes', (tx) => compactDeliveredPosts(tx, compactionBatchSize));
    }
  });
  jobs.schedule(compactDelivered, '29 3 * * *');
}

/** Mounts endpoints and jobs. @param options `smsSender` is undefined if text messages cannot be sent; `limits` are per day */
export function mountNotifications(mount: MountContext, options: DeliveryOptions): void {
  mountDelivery(mount, options);
  mountOneClickUnsubscribe(mount);
  route(mount, contract.readUnsubscription, ({ tx, params }) => readUnsubscription(tx, params.key));
  route(mount, contract.unsubscribe, ({ tx, params }) => unsubscribe(tx, params.key));
  route(mount, contract.listNotifications, async ({ tx, viewer, urls, query }) => {
    requirePrivilege(viewer, notificationPrivileges(viewer), 'search', 'notifications');
    const { results, total } = await searchOwnNotifications(tx, viewer, query);
    const notifications = results.map((row) => viewNotification(viewer, urls, row));
    const paused = viewer.id !== null && (await isPaused(tx, viewer.id));
    return {
      ...listEnvelope(urls, '/notifications', query, { results: notifications, total }),
      resumes: paused ? toApiDate(await readStartOfNextDay(tx)) : null,
    };
  });
  route(mount, contract.createNotification, async ({ tx, viewer, urls, body }) =>
    viewNotification(viewer, urls, await createNotification(tx, viewer, body, urls.baseUrl)),
  );
  route(mount, contract.readNotification, async ({ tx, viewer, urls, params }) =>
    viewNotification(viewer, urls, await readOwnNotification(tx, viewer, params.id)),
  );
  route(mount, contract.updateNotification, async ({ tx, viewer, urls, params, body }) =>
    viewNotification(viewer, urls, await updateNotification(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteNotification, async ({ tx, viewer, urls, params }) =>
    viewNotification(viewer, urls, await deleteNotification(tx, viewer, params.id)),
  );
}
