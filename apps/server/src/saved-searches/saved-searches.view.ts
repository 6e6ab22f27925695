/** Saved searches as they leave the server. */
import type { SavedSearch } from '@waypost/contract/saved-searches';
import { type SetRow, setPrivileges, viewSet } from '../collections/collections.public.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';

/** Existing clients are used to an empty list where there are no filters (wire 1.7). */
const viewFilter = (filter: SetRow['filter']): SavedSearch['filter'] =>
  filter === null || Object.keys(filter).length === 0 ? [] : filter;

export const viewSavedSearch = (viewer: Viewer, addresses: Addresses, set: SetRow): SavedSearch => ({
  ...viewSet(addresses, set),
  filter: viewFilter(set.filter),
  allowed_privileges: setPrivileges(viewer, set),
});
