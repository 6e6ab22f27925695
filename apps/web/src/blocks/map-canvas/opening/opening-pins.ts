/** Reads the pins of the tiles in view without the map library. */
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { toLatitude } from '../engine/camera.ts';
import type { TilePins } from '../map-types.ts';
import type { PinFeature } from '../pins/pin-hits.ts';
import { buildPinTileUrl } from '../pins/pin-tile-url.ts';
import { TILE_LAYER } from '../pins/prepared-pins.ts';
import { listTilesInView, type OpeningView, type PlacedTile } from './opening-view.ts';

/** A pin or cluster at its pixel on the screen. */
export interface PlacedPin {
  feature: PinFeature;
  x: number;
  y: number;
}

const toTileKey = ({ zoom, x, y }: PlacedTile): string => `${zoom}/${x}/${y}`;

async function fetchTile(pins: TilePins, tile: PlacedTile, signal: AbortSignal): Promise<ArrayBuffer> {
  // The map library's own request for the tile finds the answer in the browser's cache, or revalidates it.
  const response = await fetch(buildPinTileUrl(pins, [tile.zoom, tile.x, tile.y]), {
    headers: pins.headers?.() ?? {},
    signal,
  });
  return response.ok ? response.arrayBuffer() : new ArrayBuffer(0);
}

/** A pin at its position in a tile, 0 to 1. */
interface TilePin {
  column: number;
  row: number;
  feature: PinFeature;
}

/** Pins of a tile; those in its margin belong to a neighbour. */
function readPins(bytes: ArrayBuffer, { zoom, x, y }: PlacedTile): TilePin[] {
  const layer = new VectorTile(new PbfReader(bytes)).layers[TILE_LAYER];
  const count = 2 ** zoom;
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => layer?.feature(i)).flatMap((feature) => {
    const point = feature?.loadGeometry()[0]?.[0];
    if (!feature || !point) return [];
    const [column, row] = [point.x / feature.extent, point.y / feature.extent];
    if (column < 0 || column >= 1 || row < 0 || row >= 1) return [];
    const coordinates = [((x + column) / count) * 360 - 180, toLatitude((y + row) / count)];
    const { id, properties } = feature;
    return { column, row, feature: { id, properties, geometry: { type: 'Point' as const, coordinates } } };
  });
}

const loadTile = async (pins: TilePins, tile: PlacedTile, signal: AbortSignal): Promise<TilePin[]> =>
  readPins(await fetchTile(pins, tile, signal).catch(() => new ArrayBuffer(0)), tile);

/** A tile that was requested before the app was loaded. */
interface EarlyTile {
  requestedAt: number;
  loading: Promise<readonly TilePin[]>;
  pins: readonly TilePin[] | null;
}
/** After this time in milliseconds a tile is requested again. */
const earlyTileMaxAgeMs = 30_000;
const earlyTiles = new Map<string, EarlyTile>();

const toEarlyKey = (pins: TilePins, { zoom, x, y }: PlacedTile): string =>
  JSON.stringify([buildPinTileUrl(pins, [zoom, x, y]), pins.headers?.()]);

function findEarlyTile(pins: TilePins, tile: PlacedTile): EarlyTile | undefined {
  const found = earlyTiles.get(toEarlyKey(pins, tile));
  return found && Date.now() - found.requestedAt < earlyTileMaxAgeMs ? found : undefined;
}

/** Requests the pins of a view before the map is there; the map then finds them here, in another view of the same tiles, too. */
export function requestPinsEarly(pins: TilePins, view: OpeningView): Promise<readonly PlacedPin[]> {
  const tiles = listTilesInView(view);
  for (const tile of tiles) {
    if (findEarlyTile(pins, tile)) continue;
    const loading = loadTile(pins, tile, AbortSignal.timeout(earlyTileMaxAgeMs));
    const entry: EarlyTile = { requestedAt: Date.now(), loading, pins: null };
    earlyTiles.set(toEarlyKey(pins, tile), entry);
    void loading.then((found) => {
      entry.pins = found;
    });
  }
  return fetchPinsInView(pins, tiles, AbortSignal.timeout(earlyTileMaxAgeMs));
}

/** The pins of a view where `requestPinsEarly` has loaded all of its tiles; otherwise null. */
export function findEarlyPins(pins: TilePins, view: OpeningView): readonly PlacedPin[] | null {
  const tiles = listTilesInView(view).map((tile) => ({ tile, pins: findEarlyTile(pins, tile)?.pins }));
  return tiles.every((it) => it.pins)
    ? tiles.flatMap(({ tile, pins: found }) => placePins(found ?? [], tile))
    : null;
}

const placePins = (pins: readonly TilePin[], { left, top, sizePx }: PlacedTile): PlacedPin[] =>
  pins.map(({ column, row, feature }) => ({ feature, x: left + column * sizePx, y: top + row * sizePx }));

/**
 * Fetches the pins of a view. A tile that cannot be loaded, or is aborted, has no pins: the map library requests it again, and reports the failure.
 * @param tiles of `listTilesInView`
 */
export async function fetchPinsInView(
  pins: TilePins,
  tiles: readonly PlacedTile[],
  signal: AbortSignal,
): Promise<readonly PlacedPin[]> {
  const different = new Map(tiles.map((tile) => [toTileKey(tile), tile]));
  const pinsByTile = new Map(
    await Promise.all(
      [...different].map(
        async ([key, tile]) =>
          [key, await (findEarlyTile(pins, tile)?.loading ?? loadTile(pins, tile, signal))] as const,
      ),
    ),
  );
  return tiles.flatMap((tile) => placePins(pinsByTile.get(toTileKey(tile)) ?? [], tile));
}
