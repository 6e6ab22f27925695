/** What other domains may use of API keys. */
export { verifyApiKey as takeApiKey } from './save-api-key.ts';
