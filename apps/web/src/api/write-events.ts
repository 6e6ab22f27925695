/** Events after something was saved or deleted, for modules that store a copy of it (spec 1 §7). */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { getEndpointResource } from './query-keys.ts';

const listeners = new Set<(resource: string) => void>();

/** @param listener gets the API's name of the resource, such as `config` */
export function onResourceWritten(listener: (resource: string) => void): void {
  listeners.add(listener);
}

/** Emits the event of a call that writes. */
export function emitResourceWritten(endpoint: Pick<Endpoint, 'path' | 'kind'>): void {
  if (endpoint.kind === 'writes') for (const listener of listeners) listener(getEndpointResource(endpoint));
}
