/** OAuth scopes: which groups of addresses a token opens (wire 1.4). */
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
export const Scope = z.enum(scopes);
export type Scope = z.infer<typeof Scope>;

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

/** What somebody who logs in asks for: everything. */
export const allScopes = '*';
