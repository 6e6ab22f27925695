/** Addresses of the tiles of a service: tiles by number (XYZ, WMTS) and pictures of an area (WMS). */
import type { LayerRow } from '../layers.sql.ts';

/** What the address of a tile depends on. */
export interface TileSource extends Pick<LayerRow, 'type'> {
  options: object | null;
  address: string;
}

/** The numbers of a tile of the web map. */
export interface TileNumbers {
  z: number;
  x: number;
  y: number;
}

/** Sides in pixels of a tile. */
const tilePx = 256;
/** Half the side in meters of the world as web maps draw it (EPSG:3857). */
const halfWorld = Math.PI * 6_378_137;
/** Names of servers that share the work of a service. */
const serverNames = ['a', 'b', 'c'];

function fillTemplate(template: string, { z, x, y }: TileNumbers): string {
  const values: Readonly<Record<string, string>> = {
    z: String(z),
    x: String(x),
    y: String(y),
    '-y': String(2 ** z - 1 - y),
    s: serverNames[(x + y) % serverNames.length] ?? 'a',
    r: '',
    ratio: '',
    // The names of WMTS.
    TileMatrix: String(z),
    TileCol: String(x),
    TileRow: String(y),
  };
  return template.replace(/\{([\w-]+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** The names of the service's layers, as the options have them. */
const readLayerNames = (options: object | null): string => {
  const names = options && !Array.isArray(options) ? (options as Record<string, unknown>)['layers'] : '';
  return typeof names === 'string' ? names : '';
};

function buildWmsUrl({ address, options }: TileSource, tile: TileNumbers): string {
  const filled = fillTemplate(address, tile);
  if (!URL.canParse(filled)) return filled;
  const url = new URL(filled);
  const { z, x, y } = tile;
  const side = (2 * halfWorld) / 2 ** z;
  const west = x * side - halfWorld;
  const north = halfWorld - y * side;
  const parameters = {
    service: 'WMS',
    request: 'GetMap',
    version: '1.3.0',
    layers: readLayerNames(options),
    styles: '',
    crs: 'EPSG:3857',
    bbox: [west, north - side, west + side, north].join(','),
    width: String(tilePx),
    height: String(tilePx),
    format: 'image/png',
    transparent: 'true',
  };
  // Names of parameters have no case; an address may have been copied with some of them.
  for (const name of Array.from(url.searchParams.keys()))
    if (name.toLowerCase() in parameters) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The address of a tile. May be no valid address if the template is none. */
export const buildTileUrl = (source: TileSource, tile: TileNumbers): string =>
  source.type === 'wms' ? buildWmsUrl(source, tile) : fillTemplate(source.address, tile);

/** Tiles at a template. */
export const toTileSource = (address: string): TileSource => ({ type: 'tile', options: null, address });

/** The tile of the whole world, by whose address a service is checked. */
export const worldTile: TileNumbers = { z: 0, x: 0, y: 0 };
