/** The area that a tile of an archive covers, as a layer of a vector tile: where a tile is missing, the world map stays visible. */
import { isGroundUnknown } from '@waypost/contract/map-archives/unknown-ground';
import { PbfWriter } from 'pbf';
import type { Bounds } from '../map-types.ts';

/** Name of the layer. No schema has it. */
export const GROUND_LAYER = 'waypost:ground';

const EXTENT = 4096;
/** Beyond the edges of the tile, so that no line shows between two tiles. */
const BUFFER = 64;

interface TileNumber {
  z: number;
  x: number;
  y: number;
}

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

const toWorldX = (longitude: number) => (longitude + 180) / 360;
const toWorldY = (latitude: number) =>
  0.5 - Math.asinh(Math.tan((Math.max(-85.06, Math.min(85.06, latitude)) * Math.PI) / 180)) / (2 * Math.PI);

const clamp = (value: number) => Math.max(-BUFFER, Math.min(EXTENT + BUFFER, Math.round(value)));

/** The part of a tile that is in a box, in units of the tile. */
export function clipBoxToTile([west, south, east, north]: Bounds, { z, x, y }: TileNumber): Rectangle {
  const toTileX = (longitude: number) => clamp((toWorldX(longitude) * 2 ** z - x) * EXTENT);
  const toTileY = (latitude: number) => clamp((toWorldY(latitude) * 2 ** z - y) * EXTENT);
  return [toTileX(west), toTileY(north), toTileX(east), toTileY(south)];
}

/** Signed numbers of a vector tile: 0, -1, 1, -2 … as 0, 1, 2, 3 …. */
const toZigzag = (value: number) => (value << 1) ^ (value >> 31);

/** Commands that draw a rectangle (https://github.com/mapbox/vector-tile-spec/tree/master/2.1#43-geometry-encoding). */
function toGeometry([left, top, right, bottom]: Rectangle): number[] {
  const [moveToOne, lineToThree, closePath] = [9, 26, 15];
  const [width, height] = [right - left, bottom - top];
  const steps = [width, 0, 0, height, -width, 0].map(toZigzag);
  return [moveToOne, toZigzag(left), toZigzag(top), lineToThree, ...steps, closePath];
}

function writeFeature(geometry: number[], pbf: PbfWriter): void {
  const polygon = 3;
  pbf.writeVarintField(3, polygon);
  pbf.writePackedVarint(4, geometry);
}

function writeLayer(geometry: number[], pbf: PbfWriter): void {
  pbf.writeVarintField(15, 2);
  pbf.writeStringField(1, GROUND_LAYER);
  pbf.writeMessage(2, writeFeature, geometry);
  pbf.writeVarintField(5, EXTENT);
}

/** A vector tile with nothing but the part that is in a box. */
export function encodeGround(bounds: Bounds, tile: TileNumber): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeMessage(3, writeLayer, toGeometry(clipBoxToTile(bounds, tile)));
  return pbf.finish();
}

/** Joins a tile and the part of it that is in a box, unless the tile says that its land is unknown: vector tiles may be concatenated. */
export function addGround(tile: ArrayBuffer, bounds: Bounds, number: TileNumber): ArrayBuffer {
  const content = new Uint8Array(tile);
  if (isGroundUnknown(content)) return tile;
  const ground = encodeGround(bounds, number);
  const joined = new Uint8Array(content.length + ground.length);
  joined.set(content);
  joined.set(ground, content.length);
  return joined.buffer;
}
