/** API format of API keys. */
import type { ApiKey } from '@waypost/contract/api-keys/api-keys';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { apiKeyPrivileges } from './api-keys.rules.ts';
import type { ApiKeyRow } from './api-keys.sql.ts';

/** Characters of a UUID before the last four, which are shown. */
const maskedLength = 32;

/** An API key. @param key the key itself, only in the answer to its creation or renewal */
export const viewApiKey = (viewer: Viewer, urls: UrlBuilder, row: ApiKeyRow, key?: string): ApiKey => ({
  id: row.id,
  url: urls.entity('apikey', row.id),
  api_key: key ?? `${'*'.repeat(maskedLength)}${row.last_characters}`,
  created: toApiDate(row.created),
  updated: toApiDateOrNull(row.updated),
  last_used: toApiDateOrNull(row.last_used),
  allowed_privileges: apiKeyPrivileges(viewer),
});
