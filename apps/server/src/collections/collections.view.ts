/** API format of collections; saved searches add their filters. */
import type { Collection } from '@waypost/contract/collections/collections';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { setPrivileges } from './collections.rules.ts';
import type { SetRow } from './collections.sql.ts';

/** All fields except the privileges, which come last. */
export const viewSet = (urls: UrlBuilder, set: SetRow): Omit<Collection, 'allowed_privileges'> => ({
  id: set.id,
  url: null,
  ...(set.user_id === null
    ? { user_id: null }
    : { user: { ...urls.relation('users', set.user_id), realname: set.realname } }),
  name: set.name,
  description: set.description,
  view: set.view,
  view_options: set.view_options as Collection['view_options'],
  role: set.role,
  featured: set.featured,
  created: toApiDate(set.created),
  updated: toApiDateOrNull(set.updated),
});

/** A collection. */
export const viewCollection = (viewer: Viewer, urls: UrlBuilder, set: SetRow): Collection => ({
  ...viewSet(urls, set),
  allowed_privileges: setPrivileges(viewer, set),
});
