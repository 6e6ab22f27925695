/** Names of what is cached: resource first, so that everything about posts can be dropped at once. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import type { UntypedCallInput } from './endpoint-url.ts';

/** `posts` for `/posts/{id}`: the first word of the path. */
export const getEndpointResource = ({ path }: Pick<Endpoint, 'path'>): string => path.split('/')[1] ?? '';

/** All that was read about a resource, by the wire's name: `buildResourceKey('posts')`, `buildResourceKey('forms')`. */
export const buildResourceKey = (resource: string) => [resource] as const;

/** All that one endpoint answered. */
export const buildEndpointKey = (endpoint: Endpoint) =>
  [getEndpointResource(endpoint), endpoint.name] as const;

/** One answer. */
export const buildCallKey = (endpoint: Endpoint, input: UntypedCallInput) =>
  [...buildEndpointKey(endpoint), { params: input.params ?? {}, query: input.query ?? {} }] as const;
