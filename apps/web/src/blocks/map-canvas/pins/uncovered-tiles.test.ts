import type { Map as MapLibreMap } from 'maplibre-gl';
import { expect, it } from 'vitest';
import { drawUncoveredTiles } from './uncovered-tiles.ts';

interface Coordinates {
  key: string;
  isChildOf: (other: Coordinates) => boolean;
}

/** A tile of the library; the key of a child starts with that of its parent. */
const createTile = (key: string) => {
  const tileID: Coordinates = {
    key,
    isChildOf: (other) => key !== other.key && key.startsWith(other.key),
  };
  return { tileID, hasData: () => true, holdingForSymbolFade: () => false };
};

it('places the symbols of drawn tiles before equal ones of the tiles that they cover', () => {
  const [parent, child, neighbor] = [createTile('0'), createTile('01'), createTile('2')];
  const tiles = new Map([child, neighbor, parent].map((tile) => [tile.tileID.key, tile]));
  const manager = {
    getIds: () => [...tiles.keys()],
    getTileByID: (id: string) => tiles.get(id),
    getVisibleCoordinates: () => [...tiles.values()].map(({ tileID }) => tileID),
    tilesIn: () => [],
  };
  const placed: string[][] = [];
  const crossTileSymbolIndex = {
    addLayer: (_: unknown, inOrder: readonly { tileID: Coordinates }[]) =>
      placed.push(inOrder.map(({ tileID }) => tileID.key)),
  };
  let announceSource = () => {};
  const map = {
    style: { tileManagers: { pins: manager }, crossTileSymbolIndex },
    on: (_: string, listener: () => void) => {
      announceSource = listener;
    },
  };
  drawUncoveredTiles(map as unknown as MapLibreMap, 'pins');
  announceSource();
  announceSource();

  expect(manager.getVisibleCoordinates().map(({ key }) => key)).toEqual(['2', '0']);
  crossTileSymbolIndex.addLayer({ source: 'pins' }, [child, neighbor, parent]);
  crossTileSymbolIndex.addLayer({ source: 'places' }, [child, parent]);
  expect(placed).toEqual([
    ['2', '0', '01'],
    ['01', '0'],
  ]);
});
