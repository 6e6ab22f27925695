/** What was entered for a map at a web address that could not be added, for the next try. */

import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { getScreenOwner } from '../../api/session.ts';

/** An address and the name of its map. */
export interface FailedAddress {
  name: string;
  address: string;
}

/** Since the page was loaded, by account and id. The server tells addresses without their query, which may hold a key. */
const enteredAddresses = new Map<string, string>();
const keyOf = (id: number) => `${getScreenOwner()?.id} ${id}`;

/** Keeps the address of a map that was just added. */
export const keepAddress = (id: number, address: string): void =>
  void enteredAddresses.set(keyOf(id), address);

/** Null for maps of another source, and those that did not fail. */
export function findFailedAddress({ id, name, source, state, origin }: MapArchive): FailedAddress | null {
  if (source !== 'address' || state !== 'failed') return null;
  return { name, address: enteredAddresses.get(keyOf(id)) ?? origin ?? '' };
}
