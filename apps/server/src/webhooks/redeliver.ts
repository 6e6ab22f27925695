/** Manual redelivery, whether the first delivery succeeded or not. */
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { type DeliveryRow, lockDelivery, updateDelivery } from './deliveries.sql.ts';
import { readAuthorizedWebhook, requireDeliveriesReadable } from './save-webhook.ts';

/** A delivery that waits already is left as it is; that of a paused webhook is held until the webhook is resumed. @throws Problem 404 */
export async function redeliver(
  tx: Tx,
  viewer: Viewer,
  { id, delivery: deliveryId }: { id: number; delivery: number },
  jobs: JobQueue,
): Promise<DeliveryRow> {
  const webhook = await readAuthorizedWebhook(tx, viewer, id, 'update');
  requireDeliveriesReadable(viewer, webhook);
  const delivery = await lockDelivery(tx, deliveryId);
  if (delivery?.webhook_id !== webhook.id) throw notFound('deliveries', deliveryId);
  if (delivery.state === 'waiting' || delivery.state === 'held') return delivery;
  const state = webhook.paused ? 'held' : 'waiting';
  await updateDelivery(tx, deliveryId, { state });
  if (state === 'waiting') await jobs.add(tx, deliverWebhook, { delivery: deliveryId });
  return { ...delivery, state };
}
