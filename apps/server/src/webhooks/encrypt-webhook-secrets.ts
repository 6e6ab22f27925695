/** Encrypts webhook secrets that earlier versions stored as plain text, or that were restored from their backups. */
import type { Tx } from '../kernel/db/database.ts';
import { isEncrypted, type SecretBox } from '../kernel/security/secret-box.ts';
import { encryptWebhookSecret } from './webhook-secret.ts';
import { readAllWebhooks, replaceWebhookSecret } from './webhooks.sql.ts';

/** @returns how many secrets were encrypted */
export async function encryptPlaintextWebhookSecrets(tx: Tx, secretBox: SecretBox): Promise<number> {
  const unencrypted = (await readAllWebhooks(tx)).filter(({ secret }) => !isEncrypted(secret));
  for (const { id, uuid, secret } of unencrypted)
    await replaceWebhookSecret(tx, id, encryptWebhookSecret(secretBox, uuid, secret));
  return unencrypted.length;
}
