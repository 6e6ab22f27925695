/** What other domains may use of webhooks. */
export { encryptPlaintextWebhookSecrets as sealStoredWebhooks } from './encrypt-webhook-secrets.ts';
