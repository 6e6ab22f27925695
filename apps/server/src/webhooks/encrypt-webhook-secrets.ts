/** Webhooks that were stored before their secrets were encrypted, or came in by an older backup. */
import type { Tx } from '../kernel/db/database.ts';
import { isEncrypted, type SecretBox } from '../kernel/security/secret-box.ts';
import { encryptWebhookSecret } from './webhook-secret.ts';
import { readAllWebhooks, replaceWebhookSecret } from './webhooks.sql.ts';

/** @returns how many were sealed now */
export async function encryptPlaintextWebhookSecrets(tx: Tx, secretBox: SecretBox): Promise<number> {
  const unencrypted = (await readAllWebhooks(tx)).filter(({ secret }) => !isEncrypted(secret));
  for (const { id, uuid, secret } of unencrypted)
    await replaceWebhookSecret(tx, id, encryptWebhookSecret(secretBox, uuid, secret));
  return unencrypted.length;
}
