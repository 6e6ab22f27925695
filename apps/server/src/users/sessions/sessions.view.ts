/** API format of sessions. */
import type { Session } from '@waypost/contract/users/sessions';
import { toApiDate } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { SessionRow } from '../authentication/tokens.sql.ts';

/** A session of the viewer's own account. */
export const viewSession = (viewer: Viewer, row: SessionRow): Session => ({
  id: row.id,
  client: row.client,
  created: toApiDate(row.created),
  renewed: toApiDate(row.renewed),
  expires: toApiDate(row.expires),
  browser: row.browser,
  system: row.system,
  time_zone: row.time_zone,
  seen: toApiDate(row.seen),
  current: row.id === viewer.sessionId,
  allowed_privileges: ['read', 'delete', 'search'],
});
