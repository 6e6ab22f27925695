import type { Map as MapLibreMap } from 'maplibre-gl';

type Style = MapLibreMap['style'];
type TileManager = Style['tileManagers'][string];
type Tile = NonNullable<ReturnType<TileManager['getTileByID']>>;

/**
 * Draws each place from one tile of the source. While the map zooms, the library keeps the old tile until all new tiles of its
 * area are loaded, and draws both: the same reports would stand in two clusters. New tiles wait until the old tile is gone.
 */
export function drawUncoveredTiles(map: MapLibreMap, source: string): void {
  let limitedManager: TileManager | undefined;
  let orderedIndex: Style['crossTileSymbolIndex'] | undefined;
  map.on('sourcedata', () => {
    // A change of the style can replace them.
    const { tileManagers, crossTileSymbolIndex } = map.style;
    const manager = tileManagers[source];
    if (manager && manager !== limitedManager) limitToUncoveredTiles(manager);
    if (crossTileSymbolIndex !== orderedIndex) placeUncoveredTilesFirst(map, source);
    limitedManager = manager;
    orderedIndex = crossTileSymbolIndex;
  });
}

/**
 * The library shows equal symbols of two tiles once, in the tile that comes first: that of the higher zoom. If that one is covered, a
 * cluster of the drawn tile would have neither number nor ring.
 */
function placeUncoveredTilesFirst({ style }: MapLibreMap, source: string): void {
  const index = style.crossTileSymbolIndex;
  const addLayer = index.addLayer.bind(index);
  index.addLayer = (layer, tiles, longitude) => {
    const manager = layer.source === source ? style.tileManagers[source] : undefined;
    if (manager) {
      const drawn = findUncoveredTiles(manager);
      // In place: symbols are placed in this order.
      tiles.sort((one, other) => Number(drawn.includes(other)) - Number(drawn.includes(one)));
    }
    return addLayer(layer, tiles, longitude);
  };
}

function limitToUncoveredTiles(manager: TileManager): void {
  const getVisibleCoordinates = manager.getVisibleCoordinates.bind(manager);
  const tilesIn = manager.tilesIn.bind(manager);
  // Not `getRenderableIds`: covered symbols must be placed, or the library fails once they are drawn.
  manager.getVisibleCoordinates = (symbolLayer) => {
    const drawn = findUncoveredTiles(manager);
    return getVisibleCoordinates(symbolLayer).filter(({ key }) =>
      drawn.some(({ tileID }) => tileID.key === key),
    );
  };
  // What is not drawn cannot be clicked.
  manager.tilesIn = (...query) => {
    const drawn = findUncoveredTiles(manager);
    return tilesIn(...query).filter(({ tile }) => drawn.includes(tile));
  };
}

/** The loaded tiles in view, without those that lie in the area of another one. */
function findUncoveredTiles(manager: TileManager): Tile[] {
  const tiles = manager
    .getIds()
    .flatMap((id) => manager.getTileByID(id) ?? [])
    .filter((tile) => tile.hasData() && !tile.holdingForSymbolFade());
  return tiles.filter(
    (tile) => !tiles.some((other) => other !== tile && tile.tileID.isChildOf(other.tileID)),
  );
}
