/** Secrets that webhooks sign with: stored encrypted, opened to sign and for those who manage webhooks. */
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { WebhookRow } from './webhooks.sql.ts';

/** A secret is sealed for its webhook alone. */
const encryptionPurposeOf = (uuid: string) => `webhook/${uuid}`;

export const encryptWebhookSecret = (secretBox: SecretBox, uuid: string, secret: string): string =>
  secretBox.encrypt(secret, encryptionPurposeOf(uuid));

/** @returns undefined when it cannot be opened: the server's key is another one than when it was stored */
export const decryptWebhookSecret = (
  secretBox: SecretBox,
  { uuid, secret }: Pick<WebhookRow, 'uuid' | 'secret'>,
): string | undefined => secretBox.decrypt(secret, encryptionPurposeOf(uuid));
