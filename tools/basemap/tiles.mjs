/** Cuts the layers of the world into vector tiles. */
import { collection } from './geometry.mjs';

const EXTENT = 4096;

/** First zoom at which a layer is drawn (base-map-layers.ts), so that the first tiles are small. */
const FIRST_ZOOM = { lakes: 2, rivers: 3, places: 3 };

/** Country names appear by rank; a tile is drawn up to the next zoom. */
const isDrawn = (rank, z, maxZoom) => rank === undefined || z === maxZoom || rank <= z + 1;

/**
 * Yields every non-empty tile, zoom by zoom, as `{z, x, y, data}` with an uncompressed vector tile.
 *
 * @param layers GeoJSON by layer name, present at every zoom
 * @param places point features with `mz`; a tile holds those with a first zoom up to its own, and the deepest
 *   zoom holds them all, so that more names appear when the map is zoomed in further
 */
export function* worldTiles({ geojsonvt, vtpbf, layers, places, maxZoom }) {
  const common = { maxZoom, extent: EXTENT, indexMaxZoom: 5, tolerance: 3, buffer: 64 };
  const shapes = Object.entries(layers).map(([name, data]) => [name, new geojsonvt.GeoJSONVT(data, common)]);
  for (let z = 0; z <= maxZoom; z++) {
    const shown = places.filter(({ properties }) => z === maxZoom || properties.mz <= z);
    const indexes = [
      ...shapes,
      [
        'places',
        new geojsonvt.GeoJSONVT(collection(shown), { ...common, indexMaxZoom: z, indexMaxPoints: 1e9 }),
      ],
    ];
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const matching = indexes
          .filter(([name]) => z >= (FIRST_ZOOM[name] ?? 0))
          .map(([name, index]) => [name, index.getTile(z, x, y)])
          .map(([name, tile]) => [
            name,
            name === 'countries' ? filterFeatures(tile, (rank) => isDrawn(rank, z, maxZoom)) : tile,
          ])
          .filter(([, tile]) => tile?.features.length > 0);
        if (matching.length === 0) continue;
        const data = vtpbf.fromGeojsonVt(Object.fromEntries(matching), { version: 2, extent: EXTENT });
        yield { z, x, y, data };
      }
    }
  }
}

/** The features of a tile with these ranks. */
const filterFeatures = (tile, isWanted) =>
  tile && { ...tile, features: tile.features.filter(({ tags }) => isWanted(tags?.rank)) };
