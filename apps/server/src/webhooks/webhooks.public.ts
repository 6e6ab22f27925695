/** What other domains may use of webhooks. */
export { sealStoredWebhooks } from './seal-stored-webhooks.ts';
