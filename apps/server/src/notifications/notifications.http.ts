/** The addresses of notifications. */
import * as contract from '@waypost/contract/notifications';
import { inTransaction, type Tx } from '../kernel/db.ts';
import { defineJob, EmptyPayload } from '../kernel/jobs/job.ts';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope, wireDate } from '../kernel/wire.ts';
import { matchPosts, postMatcher } from './match-posts.ts';
import { forgetCounts, isPaused, nextDay } from './notification-limits.sql.ts';
import { notificationPrivileges } from './notifications.rules.ts';
import { searchOwnNotifications } from './notifications.sql.ts';
import { viewNotification } from './notifications.view.ts';
import {
  createNotification,
  deleteNotification,
  ownNotification,
  updateNotification,
} from './save-notification.ts';
import { kindsReached, subscriberTeller, type Telling, tellSubscriber } from './tell-subscriber.ts';
import { hasNews, packTold } from './telling.sql.ts';
import { readUnsubscription, unsubscribe } from './unsubscribe.ts';

export const keepTold = defineJob({ name: 'pack-told-posts', payload: EmptyPayload });

/** Posts that are packed in one transaction, while nobody is told. */
const packedAtOnce = 20_000;

/** A mail program's button posts to the page that is in the mail; so may whoever reads it. */
function mountOneClick({ app, db }: Mount): void {
  app.post<{ Params: { key: string } }>('/unsubscribe/:key', async (request, reply) => {
    await inTransaction(db, 'writes', (tx) => unsubscribe(tx, request.params.key));
    return reply.code(204).send();
  });
}

type TellingOptions = Pick<Telling, 'outbox' | 'texting' | 'limits'>;

function mountTelling({ db, jobs, publicUrl, standing }: Mount, others: TellingOptions): void {
  const telling: Telling = { ...others, publicUrl, standing };
  const kinds = (tx: Tx) => kindsReached(tx, telling);
  jobs.handle(
    matchPosts,
    postMatcher(jobs, (work) => inTransaction(db, 'writes', work), { standing, kinds }),
  );
  jobs.handle(tellSubscriber, subscriberTeller(telling, jobs));
  jobs.watch(matchPosts, hasNews);
  jobs.handle(keepTold, async (_payload, run) => {
    await inTransaction(db, 'writes', forgetCounts);
    for (let done = 0, packed = packedAtOnce; packed === packedAtOnce; done += packed) {
      await run.progress(done, null);
      packed = await inTransaction(db, 'writes', (tx) => packTold(tx, packedAtOnce));
    }
  });
  jobs.schedule(keepTold, '29 3 * * *');
}

/** @param others `outbox` takes mails; `texting` is whatever can reach phones; `limits` are those of a day */
export function mountNotifications(mount: Mount, others: TellingOptions): void {
  mountTelling(mount, others);
  mountOneClick(mount);
  route(mount, contract.readUnsubscription, ({ tx, params }) => readUnsubscription(tx, params.key));
  route(mount, contract.unsubscribe, ({ tx, params }) => unsubscribe(tx, params.key));
  route(mount, contract.listNotifications, async ({ tx, viewer, addresses, query }) => {
    require(viewer, notificationPrivileges(viewer), 'search', 'notifications');
    const { results, total } = await searchOwnNotifications(tx, viewer, query);
    const notifications = results.map((row) => viewNotification(viewer, addresses, row));
    const paused = viewer.id !== null && (await isPaused(tx, viewer.id));
    return {
      ...listEnvelope(addresses, '/notifications', query, { results: notifications, total }),
      resumes: paused ? wireDate(nextDay()) : null,
    };
  });
  route(mount, contract.createNotification, async ({ tx, viewer, addresses, body }) =>
    viewNotification(viewer, addresses, await createNotification(tx, viewer, body, addresses.root)),
  );
  route(mount, contract.readNotification, async ({ tx, viewer, addresses, params }) =>
    viewNotification(viewer, addresses, await ownNotification(tx, viewer, params.id)),
  );
  route(mount, contract.updateNotification, async ({ tx, viewer, addresses, params, body }) =>
    viewNotification(viewer, addresses, await updateNotification(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteNotification, async ({ tx, viewer, addresses, params }) =>
    viewNotification(viewer, addresses, await deleteNotification(tx, viewer, params.id)),
  );
}
