/** Webhooks that were stored before their secrets were encrypted, or came in by an older backup. */
import type { Tx } from '../kernel/db.ts';
import { isSealed, type Vault } from '../kernel/vault.ts';
import { sealWebhookSecret } from './webhook-secret.ts';
import { readAllWebhooks, replaceSecret } from './webhooks.sql.ts';

/** @returns how many were sealed now */
export async function sealStoredWebhooks(tx: Tx, vault: Vault): Promise<number> {
  const plain = (await readAllWebhooks(tx)).filter(({ secret }) => !isSealed(secret));
  for (const { id, uuid, secret } of plain)
    await replaceSecret(tx, id, sealWebhookSecret(vault, uuid, secret));
  return plain.length;
}
