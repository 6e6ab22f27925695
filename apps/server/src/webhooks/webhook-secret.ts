/** Secrets that webhooks sign with: stored encrypted, opened to sign and for those who manage webhooks. */
import type { Vault } from '../kernel/vault.ts';
import type { WebhookRow } from './webhooks.sql.ts';

/** A secret is sealed for its webhook alone. */
const purposeOf = (uuid: string) => `webhook/${uuid}`;

export const sealWebhookSecret = (vault: Vault, uuid: string, secret: string): string =>
  vault.seal(secret, purposeOf(uuid));

/** @returns undefined when it cannot be opened: the server's key is another one than when it was stored */
export const openWebhookSecret = (
  vault: Vault,
  { uuid, secret }: Pick<WebhookRow, 'uuid' | 'secret'>,
): string | undefined => vault.open(secret, purposeOf(uuid));
