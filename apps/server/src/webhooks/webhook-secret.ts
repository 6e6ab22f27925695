/** Signing secrets of webhooks: stored encrypted, decrypted for signing and for those who manage webhooks. */
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { WebhookRow } from './webhooks.sql.ts';

/** Binds a secret to its webhook. */
const encryptionPurposeOf = (uuid: string) => `webhook/${uuid}`;

/** Encrypts the secret of the webhook with this UUID. */
export const encryptWebhookSecret = (secretBox: SecretBox, uuid: string, secret: string): string =>
  secretBox.encrypt(secret, encryptionPurposeOf(uuid));

/** @returns undefined if it cannot be decrypted because the server's key has changed since it was stored */
export const decryptWebhookSecret = (
  secretBox: SecretBox,
  { uuid, secret }: Pick<WebhookRow, 'uuid' | 'secret'>,
): string | undefined => secretBox.decrypt(secret, encryptionPurposeOf(uuid));
