/** Names of map files. Pure. */
import { parseUrl } from '@waypost/contract/common/parse-url';

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
