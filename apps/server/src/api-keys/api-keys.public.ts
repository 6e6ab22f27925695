/** Public interface of the domain `api-keys`. */
export { deleteAllApiKeys } from './api-keys.sql.ts';
export { verifyApiKey } from './save-api-key.ts';
