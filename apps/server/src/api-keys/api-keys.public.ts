/** Public interface of the domain `api-keys`. */
export { verifyApiKey as takeApiKey } from './save-api-key.ts';
