/** What the ownership test leaves out, each with its reason: things of everybody, and answers that the API format demands. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointsRevealingPosts } from './object-access.ts';

/** The kind of thing that `{id}` stands for in an address: `posts` in `/posts/{id}/lock`. */
export const resourceKindOfPath = (path: string) => {
  const kind = path.slice(1, path.indexOf('/{'));
  return (
    { 'media/uploads': 'uploads', 'users/me/sessions': 'sessions', 'webhooks/posts': 'posts' }[kind] ?? kind
  );
};

/** In an address, but of things that everybody may know, or that are no things. */
export const unownedParams = new Set([
  'zoom',
  'x',
  'y',
  'group',
  'revisionId',
  'taskId',
  'attributeId',
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
/** Whether a parameter of an address names something that is somebody's own. */
export const isOwnedParam = (path: string, name: string) =>
  !unownedParams.has(name) && !(name === 'id' && sharedResourceKinds.has(resourceKindOfPath(path)));

/** "A post the caller may not read: 401 or 403" (2.1 of the API format): told apart from an unknown one, but not changed. */
export const excludeFormatExceptions = (endpoint: Endpoint, kind: string, found: readonly string[]) =>
  kind === 'posts' && endpointsRevealingPosts.has(endpoint.name)
    ? found.filter((fault) => !fault.includes('for an unknown id'))
    : found;

/** "Unknown post 422 `/id`; unreadable post 403" (2.2 of the API format). */
export const excludeNamedExceptions = (endpoint: Endpoint, found: readonly string[]) =>
  endpoint.name === 'addPostToCollection'
    ? found.filter((fault) => !fault.includes('for an unknown id'))
    : found;
