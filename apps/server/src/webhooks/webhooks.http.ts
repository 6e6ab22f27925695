/** HTTP endpoints of webhooks. */
import { limits } from '@waypost/contract/common/limits';
import * as contract from '@waypost/contract/webhooks/webhooks';
import { listEnvelope, UrlBuilder } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { createWebhookDeliverer, deliverWebhook } from './deliver-webhook.ts';
import { findDeliveries, hasWebhookEvents } from './deliveries.sql.ts';
import { createDeliveryPruner, createEventFanOut, fanOutEvents, pruneDeliveries } from './fan-out-events.ts';
import { redeliver } from './redeliver.ts';
import {
  createWebhook,
  deleteWebhook,
  readAuthorizedWebhook,
  requireDeliveriesReadable,
  updateWebhook,
} from './save-webhook.ts';
import { allowedWebhookContents, webhookPrivileges } from './webhooks.rules.ts';
import { findWebhooks } from './webhooks.sql.ts';
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
  route(mount, contract.listWebhooks, async ({ tx, viewer, urls, query }) => {
    requirePrivilege(viewer, webhookPrivileges(viewer), 'search', 'webhooks');
    const { results, total } = await findWebhooks(tx, query);
    const webhooks = results.map((row) => viewWebhook(viewer, urls, secretBox, row));
    return {
      ...listEnvelope(urls, '/webhooks', query, { results: webhooks, total }),
      allowed_contents: allowedWebhookContents(viewer),
    };
  });
  route(mount, contract.readWebhook, async ({ tx, viewer, urls, params }) =>
    viewWebhook(viewer, urls, secretBox, await readAuthorizedWebhook(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.createWebhook, async ({ tx, viewer, urls, body }) =>
    viewWebhook(viewer, urls, secretBox, await createWebhook(tx, viewer, body, secretBox)),
  );
  route(mount, contract.updateWebhook, async ({ tx, viewer, urls, params, body, jobs }) =>
    viewWebhook(
      viewer,
      urls,
      secretBox,
      await updateWebhook(tx, viewer, params.id, body, { jobs, secretBox }),
    ),
  );
  route(mount, contract.deleteWebhook, async ({ tx, viewer, urls, params }) =>
    viewWebhook(viewer, urls, secretBox, await deleteWebhook(tx, viewer, params.id)),
  );
  route(mount, contract.listDeliveries, async ({ tx, viewer, urls, params, query }) => {
    const webhook = await readAuthorizedWebhook(tx, viewer, params.id, 'read');
    requireDeliveriesReadable(viewer, webhook);
    const { id } = webhook;
    const limit = Math.min(query.limit ?? limits.deliveryPage.default, limits.deliveryPage.max);
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
