/** API format of saved searches. */
import type { SavedSearch } from '@waypost/contract/saved-searches/saved-searches';
import { type SetRow, setPrivileges, viewSet } from '../collections/collections.public.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Existing clients expect an empty list when there are no filters (API v3 §1.7). */
const viewFilter = (filter: SetRow['filter']): SavedSearch['filter'] =>
  filter === null || Object.keys(filter).length === 0 ? [] : filter;

/** A saved search. */
export const viewSavedSearch = (viewer: Viewer, urls: UrlBuilder, set: SetRow): SavedSearch => ({
  ...viewSet(urls, set),
  filter: viewFilter(set.filter),
  allowed_privileges: setPrivileges(viewer, set),
});
