/** Query keys. The resource comes first, so that everything about posts can be invalidated at once. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import type { UntypedCallInput } from './endpoint-url.ts';

/** The first segment of the path: `posts` for `/posts/{id}`. */
export const getEndpointResource = ({ path }: Pick<Endpoint, 'path'>): string => path.split('/')[1] ?? '';

/** Key of all queries of a resource, by its name in the API: `buildResourceKey('posts')`, `buildResourceKey('forms')`. */
export const buildResourceKey = (resource: string) => [resource] as const;

/** Key of all queries of an endpoint. */
export const buildEndpointKey = (endpoint: Endpoint) =>
  [getEndpointResource(endpoint), endpoint.name] as const;

/** Key of one query. */
export const buildCallKey = (endpoint: Endpoint, { params = {}, query = {}, body }: UntypedCallInput) =>
  [...buildEndpointKey(endpoint), { params, query, ...(body === undefined ? {} : { body }) }] as const;
