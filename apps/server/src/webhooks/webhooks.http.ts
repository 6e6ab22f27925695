/** HTTP endpoints of webhooks. */
import * as contract from '@waypost/contract/webhooks/webhooks';
import { readChannelHealth, requireChannelTest } from '../channels/channels.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { listEnvelope, UrlBuilder } from '../kernel/http/api-format.ts';
import { DeferredResponse } from '../kernel/http/responses.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { createWebhookDeliverer, deliverWebhook } from './deliver-webhook.ts';
import { findDeliveries, hasWebhookEvents } from './deliveries.sql.ts';
import { deliveryLimits } from './delivery-limits.ts';
import { createDeliveryPruner, createEventFanOut, fanOutEvents, pruneDeliveries } from './fan-out-events.ts';
import { redeliver } from './redeliver.ts';
import {
  createWebhook,
  deleteWebhook,
  readAuthorizedWebhook,
  requireDeliveriesReadable,
  updateWebhook,
} from './save-webhook.ts';
import { prepareWebhookTest } from './test-webhook.ts';
import { allowedWebhookContents, webhookPrivileges } from './webhooks.rules.ts';
import { findWebhooks, type WebhookRow } from './webhooks.sql.ts';
import { viewDelivery, viewWebhook } from './webhooks.view.ts';

function mountJobs(
  { db, jobs, publicUrl, readDeploymentState }: MountContext,
  fetcher: GuardedFetch,
  secretBox: SecretBox,
): void {
  const urls = new UrlBuilder(publicUrl ?? '');
  jobs.register(
    deliverWebhook,
    createWebhookDeliverer({ db, fetcher, secretBox, urls, readDeploymentState }),
  );
  jobs.register(fanOutEvents, createEventFanOut(db, jobs));
  jobs.register(pruneDeliveries, createDeliveryPruner(db));
  jobs.watch(fanOutEvents, hasWebhookEvents);
  jobs.schedule(pruneDeliveries, '41 3 * * *');
}

/** Mounts endpoints and jobs. @param fetcher refuses URLs in private networks @param secretBox encrypts the signing secrets */
export function mountWebhooks(mount: MountContext, fetcher: GuardedFetch, secretBox: SecretBox): void {
  mountJobs(mount, fetcher, secretBox);
  const view = async (
    { tx, viewer, urls }: { tx: Tx; viewer: Viewer; urls: UrlBuilder },
    row: WebhookRow,
  ): Promise<contract.Webhook> => viewWebhook(viewer, urls, secretBox, row, await readChannelHealth(tx));
  route(mount, contract.listWebhooks, async ({ tx, viewer, urls, query }) => {
    requirePrivilege(viewer, webhookPrivileges(viewer), 'search', 'webhooks');
    const { results, total } = await findWebhooks(tx, query);
    const health = await readChannelHealth(tx);
    const webhooks = results.map((row) => viewWebhook(viewer, urls, secretBox, row, health));
    return {
      ...listEnvelope(urls, '/webhooks', query, { results: webhooks, total }),
      allowed_contents: allowedWebhookContents(viewer),
    };
  });
  route(mount, contract.readWebhook, async (context) =>
    view(context, await readAuthorizedWebhook(context.tx, context.viewer, context.params.id, 'read')),
  );
  route(mount, contract.createWebhook, async (context) =>
    view(context, await createWebhook(context.tx, context.viewer, context.body, { secretBox, fetcher })),
  );
  route(mount, contract.updateWebhook, async (context) => {
    const { tx, viewer, params, body, jobs } = context;
    return view(context, await updateWebhook(tx, viewer, params.id, body, { jobs, secretBox, fetcher }));
  });
  route(mount, contract.deleteWebhook, async (context) =>
    view(context, await deleteWebhook(context.tx, context.viewer, context.params.id)),
  );
  route(mount, contract.testWebhook, async ({ tx, viewer, params }) => {
    const runTest = await prepareWebhookTest(tx, viewer, params.id, { db: mount.db, fetcher, secretBox });
    // The receiver may be slow: it is called after the transaction.
    return new DeferredResponse(async () => {
      await requireChannelTest(mount.db, viewer);
      return runTest();
    });
  });
  route(mount, contract.listDeliveries, async ({ tx, viewer, urls, params, query }) => {
    const webhook = await readAuthorizedWebhook(tx, viewer, params.id, 'read');
    requireDeliveriesReadable(viewer, webhook);
    const { id } = webhook;
    const limit = Math.min(query.limit ?? deliveryLimits.page.default, deliveryLimits.page.max);
    const { results, total } = await findDeliveries(tx, id, { ...query, limit });
    const deliveries = results.map((row) => viewDelivery(urls, row));
    const path = `/webhooks/${id}/deliveries`;
    const defaultOrder = { orderby: 'id', order: 'desc' as const };
    return listEnvelope(urls, path, { ...query, limit }, { results: deliveries, total }, defaultOrder);
  });
  route(mount, contract.retryDelivery, async ({ tx, viewer, urls, params, jobs }) =>
    viewDelivery(urls, await redeliver(tx, viewer, params, jobs)),
  );
}
