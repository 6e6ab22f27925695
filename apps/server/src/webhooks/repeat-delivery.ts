/** Delivering something once more because somebody says so, whether it had arrived or not. */
import type { Tx } from '../kernel/db.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import { notFound } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { type DeliveryRow, lockDelivery, updateDelivery } from './deliveries.sql.ts';
import { webhookFor } from './save-webhook.ts';

/** What waits already is left to wait; a paused webhook keeps it until it goes on. */
export async function repeatDelivery(
  tx: Tx,
  viewer: Viewer,
  { id, delivery: deliveryId }: { id: number; delivery: number },
  jobs: Jobs,
): Promise<DeliveryRow> {
  const webhook = await webhookFor(tx, viewer, id, 'update');
  const delivery = await lockDelivery(tx, deliveryId);
  if (delivery?.webhook_id !== webhook.id) throw notFound('deliveries', deliveryId);
  if (delivery.state === 'waiting' || delivery.state === 'held') return delivery;
  const state = webhook.paused ? 'held' : 'waiting';
  await updateDelivery(tx, deliveryId, { state });
  if (state === 'waiting') await jobs.add(tx, deliverWebhook, { delivery: deliveryId });
  return { ...delivery, state };
}
