/** Public interface of the domain `api-keys`. */
export { verifyApiKey } from './save-api-key.ts';
