/** What other domains may use of API keys. */
export { takeApiKey } from './make-api-key.ts';
