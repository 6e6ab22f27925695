/** The part of the webhooks domain that other domains may import. */
export { encryptPlaintextWebhookSecrets } from './encrypt-webhook-secrets.ts';
export { readWebhookChannels } from './webhooks.view.ts';
