/** The addresses of webhooks. */
import { limits } from '@waypost/contract/limits';
import * as contract from '@waypost/contract/webhooks';
import type { GuardedFetch } from '../kernel/guarded-fetch.ts';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Vault } from '../kernel/vault.ts';
import { Addresses, listEnvelope } from '../kernel/wire.ts';
import { deliverWebhook, webhookDeliverer } from './deliver-webhook.ts';
import { findDeliveries, hasEvents } from './deliveries.sql.ts';
import { repeatDelivery } from './repeat-delivery.ts';
import { createWebhook, deleteWebhook, updateWebhook, webhookFor } from './save-webhook.ts';
import { deliveryForgetter, eventSpreader, forgetDeliveries, spreadEvents } from './spread-events.ts';
import { webhookPrivileges } from './webhooks.rules.ts';
import { findWebhooks } from './webhooks.sql.ts';
import { viewDelivery, viewWebhook } from './webhooks.view.ts';

function mountWork({ db, jobs, publicUrl, standing }: Mount, fetcher: GuardedFetch, vault: Vault): void {
  const addresses = new Addresses(publicUrl ?? '');
  jobs.handle(deliverWebhook, webhookDeliverer({ db, fetcher, vault, addresses, standing }));
  jobs.handle(spreadEvents, eventSpreader(db, jobs));
  jobs.handle(forgetDeliveries, deliveryForgetter(db));
  jobs.watch(spreadEvents, hasEvents);
  jobs.schedule(forgetDeliveries, '41 3 * * *');
}

/** @param fetcher asks only what may be asked @param vault keeps the secrets */
export function mountWebhooks(mount: Mount, fetcher: GuardedFetch, vault: Vault): void {
  mountWork(mount, fetcher, vault);
  route(mount, contract.listWebhooks, async ({ tx, viewer, addresses, query }) => {
    require(viewer, webhookPrivileges(viewer), 'search', 'webhooks');
    const { results, total } = await findWebhooks(tx, query);
    const webhooks = results.map((row) => viewWebhook(viewer, addresses, vault, row));
    return listEnvelope(addresses, '/webhooks', query, { results: webhooks, total });
  });
  route(mount, contract.readWebhook, async ({ tx, viewer, addresses, params }) =>
    viewWebhook(viewer, addresses, vault, await webhookFor(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.createWebhook, async ({ tx, viewer, addresses, body }) =>
    viewWebhook(viewer, addresses, vault, await createWebhook(tx, viewer, body, vault)),
  );
  route(mount, contract.updateWebhook, async ({ tx, viewer, addresses, params, body, jobs }) =>
    viewWebhook(viewer, addresses, vault, await updateWebhook(tx, viewer, params.id, body, { jobs, vault })),
  );
  route(mount, contract.deleteWebhook, async ({ tx, viewer, addresses, params }) =>
    viewWebhook(viewer, addresses, vault, await deleteWebhook(tx, viewer, params.id)),
  );
  route(mount, contract.listDeliveries, async ({ tx, viewer, addresses, params, query }) => {
    const { id } = await webhookFor(tx, viewer, params.id, 'read');
    const limit = Math.min(query.limit ?? limits.deliveryPage.usual, limits.deliveryPage.most);
    const { results, total } = await findDeliveries(tx, id, { ...query, limit });
    const deliveries = results.map((row) => viewDelivery(addresses, row));
    const path = `/webhooks/${id}/deliveries`;
    const usual = { orderby: 'id', order: 'desc' as const };
    return listEnvelope(addresses, path, { ...query, limit }, { results: deliveries, total }, usual);
  });
  route(mount, contract.repeatDelivery, async ({ tx, viewer, addresses, params, jobs }) =>
    viewDelivery(addresses, await repeatDelivery(tx, viewer, params, jobs)),
  );
}
