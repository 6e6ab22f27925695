/** Names of what is cached: resource first, so that everything about posts can be dropped at once. */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { LooseInput } from './address.ts';

/** `posts` for `/posts/{id}`: the first word of the path. */
export const resourceOf = ({ path }: Pick<Endpoint, 'path'>): string => path.split('/')[1] ?? '';

/** All that was read about a resource, by the wire's name: `forResource('posts')`, `forResource('forms')`. */
export const forResource = (resource: string) => [resource] as const;

/** All that one endpoint answered. */
export const forEndpoint = (endpoint: Endpoint) => [resourceOf(endpoint), endpoint.name] as const;

/** One answer. */
export const forCall = (endpoint: Endpoint, input: LooseInput) =>
  [...forEndpoint(endpoint), { params: input.params ?? {}, query: input.query ?? {} }] as const;
