/** What was entered for a map at a web address that could not be added, for the next try. */

import { parseUrl } from '@waypost/contract/common/parse-url';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';

/** An address and the name of its map. */
export interface FailedAddress {
  name: string;
  address: string;
}

/** Since the page was loaded, by id. The server tells addresses without their query, which may hold a key. */
const enteredAddresses = new Map<number, string>();

/** Keeps the address of a map that was just added. */
export const keepAddress = (id: number, address: string): void => void enteredAddresses.set(id, address);

/** Null for maps of another source, and those that did not fail. */
export function findFailedAddress({ id, name, source, state, origin }: MapArchive): FailedAddress | null {
  if (source !== 'address' || state !== 'failed') return null;
  return { name, address: enteredAddresses.get(id) ?? origin ?? '' };
}

/** The name of a map file without its ending; the name itself if it has another ending. */
export const removeMapEnding = (fileName: string): string =>
  fileName.replace(/\.(?:pmtiles|osm\.pbf|pbf)$/i, '');

/** The name of the map file at an address; undefined for other addresses, such as one that is not complete. */
export function readFileName(address: string): string | undefined {
  const lastPart = parseUrl(address.trim())?.pathname.split('/').at(-1) ?? '';
  if (removeMapEnding(lastPart) === lastPart) return undefined;
  try {
    return decodeURIComponent(lastPart);
  } catch {
    return lastPart;
  }
}
