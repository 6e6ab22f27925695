/** API keys as they leave the server. */
import type { ApiKey } from '@waypost/contract/api-keys';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { apiKeyPrivileges } from './api-keys.rules.ts';
import type { ApiKeyRow } from './api-keys.sql.ts';

/** Characters of a UUID before its shown end. */
const hidden = 32;

/** @param key only for whoever has just made it */
export const viewApiKey = (viewer: Viewer, addresses: Addresses, row: ApiKeyRow, key?: string): ApiKey => ({
  id: row.id,
  url: addresses.entity('apikey', row.id),
  api_key: key ?? `${'*'.repeat(hidden)}${row.ending}`,
  created: wireDate(row.created),
  updated: wireDateOrNull(row.updated),
  last_used: wireDateOrNull(row.last_used),
  allowed_privileges: apiKeyPrivileges(viewer),
});
