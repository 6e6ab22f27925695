/** Saved searches: named filters of posts (API v3 §2.3). */
import { z } from 'zod';
import { isEmptyFilterValue, PostFilters, PostQuery } from '../browse/post-filters.ts';
import {
  newSetFields,
  SetQuery,
  setFieldSizes,
  setFields,
  setInputFields,
} from '../collections/collections.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { typeError, zodErrorToFieldErrors } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { formatFieldError } from '../common/problems.ts';
import { Id, objectIn } from '../common/scalars.ts';
import { limitFieldSizes } from '../common/size-limits.ts';
import { Post } from '../posts/posts.ts';

/**
 * Parses stored filters. They are stored as a client wrote them, with keys of its own; unknown and empty keys are
 * ignored.
 */
export const parseSavedFilter = (filter: object) =>
  PostFilters.safeParse(
    Object.fromEntries(Object.entries(filter).filter(([, value]) => !isEmptyFilterValue(value))),
    { reportInput: true },
  );

/** The filters of a post query, stored as sent. */
export const SavedFilter = objectIn(z.record(z.string(), z.unknown())).superRefine((filter, context) => {
  const { error } = parseSavedFilter(filter);
  const [wrong] = error ? zodErrorToFieldErrors(error) : [];
  if (wrong)
    context.addIssue({
      code: 'custom',
      input: filter,
      message: typeError(`an object of filters: ${formatFieldError(wrong)}`),
    });
  if (JSON.stringify(filter).length > limits.savedSearchFilter)
    context.addIssue({
      code: 'too_big',
      origin: 'string',
      maximum: limits.savedSearchFilter,
      input: filter,
    });
});

/** A saved search as the API returns it. */
export const SavedSearch = z.object({
  ...setFields,
  /** `[]` when there are none. */
  filter: z.union([z.record(z.string(), z.unknown()), z.array(z.never())]),
  allowed_privileges: Privileges,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const SavedSearchInput = limitFieldSizes(
  z.object({ ...newSetFields, filter: SavedFilter }),
  setFieldSizes,
);
/** An update of a saved search. Absent keys stay unchanged. */
export const SavedSearchChange = limitFieldSizes(
  z.object({ ...setInputFields, filter: SavedFilter }).partial(),
  setFieldSizes,
);

const idParams = z.object({ id: Id });

export const listSavedSearches = defineEndpoint({
  name: 'listSavedSearches',
  method: 'GET',
  path: '/savedsearches',
  summary: 'Saved searches that the caller may see, featured ones first',
  scope: 'savedsearches',
  query: SetQuery,
  response: listResponse(SavedSearch),
  deviceCache: 'reports',
});

export const createSavedSearch = defineEndpoint({
  name: 'createSavedSearch',
  method: 'POST',
  path: '/savedsearches',
  summary: 'Create a saved search',
  scope: 'savedsearches',
  body: SavedSearchInput,
  response: SavedSearch,
});

export const readSavedSearch = defineEndpoint({
  name: 'readSavedSearch',
  method: 'GET',
  path: '/savedsearches/{id}',
  summary: 'One saved search',
  scope: 'savedsearches',
  params: idParams,
  response: SavedSearch,
  deviceCache: 'reports',
});

export const updateSavedSearch = defineEndpoint({
  name: 'updateSavedSearch',
  method: 'PUT',
  path: '/savedsearches/{id}',
  summary: 'Change a saved search; featuring it requires Manage Posts',
  scope: 'savedsearches',
  params: idParams,
  body: SavedSearchChange,
  response: SavedSearch,
});

export const deleteSavedSearch = defineEndpoint({
  name: 'deleteSavedSearch',
  method: 'DELETE',
  path: '/savedsearches/{id}',
  summary: 'Delete a saved search',
  scope: 'savedsearches',
  params: idParams,
  response: SavedSearch,
});

export const listPostsOfSavedSearch = defineEndpoint({
  name: 'listPostsOfSavedSearch',
  method: 'GET',
  path: '/savedsearches/{id}/posts',
  summary: 'Posts that a saved search matches and that the caller may see; further filters narrow it',
  scope: 'savedsearches',
  params: idParams,
  query: PostQuery,
  response: listResponse(Post),
  deviceCache: 'reports',
});
