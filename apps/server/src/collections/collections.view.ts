/** Collections as they leave the server; saved searches add their filters. */
import type { Collection } from '@waypost/contract/collections';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { setPrivileges } from './collections.rules.ts';
import type { SetRow } from './collections.sql.ts';

/** Everything but the rights, which come last on the wire. */
export const viewSet = (addresses: Addresses, set: SetRow): Omit<Collection, 'allowed_privileges'> => ({
  id: set.id,
  url: null,
  ...(set.user_id === null
    ? { user_id: null }
    : { user: { ...addresses.relation('users', set.user_id), realname: set.realname } }),
  name: set.name,
  description: set.description,
  view: set.view,
  view_options: set.view_options as Collection['view_options'],
  role: set.role,
  featured: set.featured,
  created: wireDate(set.created),
  updated: wireDateOrNull(set.updated),
});

export const viewCollection = (viewer: Viewer, addresses: Addresses, set: SetRow): Collection => ({
  ...viewSet(addresses, set),
  allowed_privileges: setPrivileges(viewer, set),
});
