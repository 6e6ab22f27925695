/** Tiles of layers from this site, with the token of the session. */
import { readMapLayerTile } from '@waypost/contract/layers/map-layers';
import { buildEndpointUrl } from '../../../api/endpoint-url.ts';
import { getAuthorizationHeader } from '../../../api/tokens.ts';

/** Where a service has no tile, or fails: the map beneath is visible there. */
const createEmptyTile = (): Promise<ImageBitmap> => createImageBitmap(new ImageData(1, 1));

/**
 * @param url ends in the id and the version of the layer, the source if it is a style, and the numbers of the tile
 * @param type what the map expects: `arrayBuffer` for vector tiles
 */
export async function fetchLayerTile(
  url: string,
  type: string | undefined,
  signal: AbortSignal,
): Promise<ArrayBuffer | ImageBitmap> {
  const [, id = '', version = '', source, z = '', x = '', y = ''] =
    /:\/\/(\d+)\/(\w+)(?:\/(\d+))?\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? [];
  const [idNumber = 0, ...tile] = [id, z, x, y].map(Number);
  const [zoom = 0, column = 0, row = 0] = tile;
  const address = buildEndpointUrl(readMapLayerTile, {
    params: { id: idNumber, z: zoom, x: column, y: row },
    query: { v: version, ...(source !== undefined && { source: Number(source) }) },
  });
  const response = await fetch(address, { headers: getAuthorizationHeader(), signal });
  if (response.status === 200) return response.arrayBuffer();
  return type === 'arrayBuffer' ? new ArrayBuffer(0) : createEmptyTile();
}
