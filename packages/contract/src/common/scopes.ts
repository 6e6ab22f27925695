/** OAuth scopes: the groups of endpoints that a token gives access to (API v3 §1.4). */
import { z } from 'zod';

export const scopes = [
  'api',
  'apikeys',
  'country_codes',
  'posts',
  'forms',
  'sets',
  'collections',
  'tags',
  'tos',
  'users',
  'media',
  'config',
  'messages',
  'dataproviders',
  'stats',
  'layers',
  'savedsearches',
  'notifications',
  'contacts',
  'csv',
  'roles',
  'permissions',
  'migrate',
  'webhooks',
  'hxl',
] as const;
/** An OAuth scope. */
export const Scope = z.enum(scopes);
export type Scope = z.infer<typeof Scope>;

/**
 * Scopes that a visitor without an account requests, in the order in which existing clients send them (API v3 §7.1).
 */
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

/** The scope that a login requests: everything. */
export const allScopes = '*';
