/** Test of a webhook: a signed request without a post. */
import type { ChannelTestResult } from '@waypost/contract/channels/channels';
import { recordChannelFailure, recordChannelSuccess } from '../channels/channels.public.ts';
import type { Db, Tx } from '../kernel/db/database.ts';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { sendDelivery, webhookChannel } from './deliver-webhook.ts';
import { readAuthorizedWebhook, requireDeliveriesReadable } from './save-webhook.ts';
import { decryptWebhookSecret } from './webhook-secret.ts';

/** How long the receiver may take. */
const timeoutMs = 20_000;

interface TestDependencies {
  db: Db;
  fetcher: GuardedFetch;
  secretBox: SecretBox;
}

/**
 * Prepares a test. The body has no post: receivers recognise it by `test`.
 * @returns what makes it, after the transaction
 * @throws Problem 401, 403 or 404
 */
export async function prepareWebhookTest(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { db, fetcher, secretBox }: TestDependencies,
): Promise<() => Promise<ChannelTestResult>> {
  const webhook = await readAuthorizedWebhook(tx, viewer, id, 'update');
  // The response may contain what the receiver knows of posts.
  requireDeliveriesReadable(viewer, webhook);
  const secret = decryptWebhookSecret(secretBox, webhook);
  const body = JSON.stringify({ test: true, webhook_uuid: webhook.uuid });
  return async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { error } = await sendDelivery(fetcher, { webhook, secret }, body, signal);
    const channel = webhookChannel(id);
    await (error ? recordChannelFailure(db, channel, error) : recordChannelSuccess(db, channel));
    return { ok: error === null, error };
  };
}
