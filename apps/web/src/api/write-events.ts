/** What was saved or deleted, told to those who keep a copy of it (spec 1 §7). */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { getEndpointResource } from './query-keys.ts';

const listeners = new Set<(resource: string) => void>();

/** @param listener told the wire's name of what was written, such as `config` */
export function onResourceWritten(listener: (resource: string) => void): void {
  listeners.add(listener);
}

export function emitResourceWritten(endpoint: Pick<Endpoint, 'path' | 'kind'>): void {
  if (endpoint.kind === 'writes') for (const listener of listeners) listener(getEndpointResource(endpoint));
}
