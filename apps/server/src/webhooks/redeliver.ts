/** Delivering something once more because somebody says so, whether it had arrived or not. */
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { type DeliveryRow, lockDelivery, updateDelivery } from './deliveries.sql.ts';
import { readAuthorizedWebhook } from './save-webhook.ts';

/** What waits already is left to wait; a paused webhook keeps it until it goes on. */
export async function redeliver(
  tx: Tx,
  viewer: Viewer,
  { id, delivery: deliveryId }: { id: number; delivery: number },
  jobs: JobQueue,
): Promise<DeliveryRow> {
  const webhook = await readAuthorizedWebhook(tx, viewer, id, 'update');
  const delivery = await lockDelivery(tx, deliveryId);
  if (delivery?.webhook_id !== webhook.id) throw notFound('deliveries', deliveryId);
  if (delivery.state === 'waiting' || delivery.state === 'held') return delivery;
  const state = webhook.paused ? 'held' : 'waiting';
  await updateDelivery(tx, deliveryId, { state });
  if (state === 'waiting') await jobs.add(tx, deliverWebhook, { delivery: deliveryId });
  return { ...delivery, state };
}
