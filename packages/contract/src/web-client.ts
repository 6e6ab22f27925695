/**
 * How the browser client names itself at the token endpoint, and what it asks for while nobody is logged in. Without a
 * schema: the client needs it before the rest of its program is there.
 */
import type { Scope } from './scopes.ts';

/** The browser client's own id and secret, as every client of this API knows them. They protect nothing. */
export const webClient = {
  id: 'ushahidiui',
  secret: '35e7f0bca957836d05ca0492211b0ac707671261',
} as const;

/** What a visitor without an account asks for, in the order existing clients send (wire 7.1). */
export const anonymousScopes = [
  'posts',
  'country_codes',
  'media',
  'forms',
  'api',
  'tags',
  'savedsearches',
  'sets',
  'users',
  'stats',
  'layers',
  'config',
  'messages',
  'notifications',
  'webhooks',
  'contacts',
  'roles',
  'permissions',
  'csv',
] as const satisfies readonly Scope[];

/** The body of the request for a visitor's token. */
export const visitorGrant = {
  grant_type: 'client_credentials',
  client_id: webClient.id,
  client_secret: webClient.secret,
  scope: anonymousScopes.join(' '),
} as const;
