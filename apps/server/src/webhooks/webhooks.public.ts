/** The part of the webhooks domain that other domains may import. */
export { encryptPlaintextWebhookSecrets as sealStoredWebhooks } from './encrypt-webhook-secrets.ts';
