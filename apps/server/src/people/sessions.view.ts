/** Sessions as they leave the server. */
import type { Session } from '@waypost/contract/sessions';
import type { Viewer } from '../kernel/viewer.ts';
import { wireDate } from '../kernel/wire.ts';
import type { SessionRow } from './tokens.sql.ts';

/** One login of the viewer's own. */
export const viewSession = (viewer: Viewer, row: SessionRow): Session => ({
  id: row.id,
  client: row.client,
  created: wireDate(row.created),
  renewed: wireDate(row.renewed),
  expires: wireDate(row.expires),
  browser: row.browser,
  system: row.system,
  time_zone: row.time_zone,
  seen: wireDate(row.seen),
  current: row.id === viewer.session,
  allowed_privileges: ['read', 'delete', 'search'],
});
