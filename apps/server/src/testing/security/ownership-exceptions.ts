/**
 * Exceptions of the ownership test with their reasons: entities without an owner, and responses that API v3 requires.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointsRevealingPosts, endpointsRevealingRows } from './object-access.ts';

/** The kind of entity of `{id}` in a path: `posts` in `/posts/{id}/lock`. */
export const resourceKindOfPath = (path: string) => {
  const kind = path.slice(1, path.indexOf('/{'));
  return (
    { 'media/uploads': 'uploads', 'users/me/sessions': 'sessions', 'webhooks/posts': 'posts' }[kind] ?? kind
  );
};

/** Path parameters of public entities, or of no entities. */
export const unownedParams = new Set([
  'zoom',
  'z',
  'x',
  'y',
  'sprite',
  'file',
  'group',
  'revisionId',
  'taskId',
  'attributeId',
  'ruleId',
  'key',
]);
const sharedResourceKinds = new Set([
  'forms',
  'roles',
  'permissions',
  'dataproviders',
  'country-codes',
  'posts/geojson',
  'posts/tiles',
  'jobs',
]);
/** Whether a path parameter names an owned entity. */
export const isOwnedParam = (path: string, name: string) =>
  !unownedParams.has(name) && !(name === 'id' && sharedResourceKinds.has(resourceKindOfPath(path)));

/** Those who may review a post read the notes of others, and may not change them. */
const endpointsOfReadableNotes = new Set(['updatePostNote', 'deletePostNote']);

/**
 * "A post the caller may not read: 401 or 403" (API v3 §2.1), a note, and rows whose numbers are no secret: distinguishable from an unknown
 * one, but neither read nor changed.
 */
export const excludeFormatExceptions = (endpoint: Endpoint, kind: string, findings: readonly string[]) =>
  (kind === 'posts' && endpointsRevealingPosts.has(endpoint.name)) ||
  endpointsOfReadableNotes.has(endpoint.name) ||
  endpointsRevealingRows.has(endpoint.name)
    ? findings.filter((fault) => !fault.includes('for an unknown id'))
    : findings;

/** "Unknown post 422 `/id`; unreadable post 403" (API v3 §2.2). */
export const excludeNamedExceptions = (endpoint: Endpoint, findings: readonly string[]) =>
  endpoint.name === 'addPostToCollection'
    ? findings.filter((fault) => !fault.includes('for an unknown id'))
    : findings;
