/** Draws a picture of the base map with places, for link previews. */

import { type FileHandle, open } from 'node:fs/promises';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { toWorldLength } from '@waypost/survey-logic/world-length';
import { PbfReader } from 'pbf';
import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import sharp from 'sharp';

/** Width and height in pixels, as services that show links recommend. */
const pictureSize = { width: 1200, height: 630 };
/** Width of the world at zoom 0. */
const worldPixels = 512;
/** Free pixels around the places. */
const padding = 80;
/** Above it a single place would stand in an empty area. */
const maxZoom = 9;
/** Muted colours of the client's light map (blocks/map-canvas/style/map-palette.ts). */
const colors = { sea: '#D5E1E6', land: '#F7F4EC', water: '#C8D8DF', border: '#B9AFA0' };

/** Layers of the archive, from the bottom to the top. */
const mapLayers = ['land', 'lakes', 'borders'] as const;
type MapLayer = (typeof mapLayers)[number];
/** Attributes of their paths. */
const layerStyles: Record<MapLayer, string> = {
  land: `fill="${colors.land}" fill-rule="evenodd"`,
  lakes: `fill="${colors.water}" fill-rule="evenodd"`,
  borders: `fill="none" stroke="${colors.border}" stroke-width="1.5"`,
};

/** Converts coordinates inside a tile to pixels of the picture. */
type ToPixels = (tileX: number, tileY: number) => [x: number, y: number];

/** Posts at one place of the map. */
export interface MapDot {
  lat: number;
  lon: number;
  count: number;
  /** CSS colour of their survey. */
  color: string;
  /** Metres that the real places are away at most; undefined for exact ones. */
  radius: number | undefined;
}

/** West, south, east, north in degrees; west is greater than east across the antimeridian. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** The archive of the base map, read from the built client. */
class FileSource implements Source {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  getKey(): string {
    return this.#path;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.#file ??= open(this.#path);
    const bytes = new ArrayBuffer(length);
    const { bytesRead } = await (await this.#file).read(new Uint8Array(bytes), 0, length, offset);
    return { data: bytes.slice(0, bytesRead) };
  }

  async close(): Promise<void> {
    await (await this.#file?.catch(() => undefined))?.close();
  }
}

const toWorldX = (lon: number) => lon / 360 + 0.5;
const toWorldY = (lat: number) => 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);

/** The part of the world that a picture shows: zoom, and the upper left corner in pixels of that zoom. */
interface MapView {
  zoom: number;
  left: number;
  top: number;
}

/** The view in which a box fills the picture, without showing more than the world from pole to pole. Pure. */
function fitBox([west, south, east, north]: Box): MapView {
  const [left, right] = [toWorldX(west), toWorldX(east < west ? east + 360 : east)];
  const [top, bottom] = [toWorldY(north), toWorldY(south)];
  const { width, height } = pictureSize;
  const zoomFor = (pixels: number, fraction: number) => Math.log2(pixels / (worldPixels * fraction));
  const zoom = Math.max(
    zoomFor(height, 1),
    Math.min(
      maxZoom,
      zoomFor(width - 2 * padding, right - left),
      zoomFor(height - 2 * padding, bottom - top),
    ),
  );
  const size = worldPixels * 2 ** zoom;
  const middle = ((top + bottom) / 2) * size - height / 2;
  return {
    zoom,
    left: ((left + right) / 2) * size - width / 2,
    top: Math.max(0, Math.min(middle, size - height)),
  };
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;

/** The outline of a feature as the data of an SVG path. */
function toPath(feature: VectorTileFeature, toPixels: ToPixels): string {
  const end = feature.type === 3 ? 'Z' : '';
  return feature
    .loadGeometry()
    .map((ring) => `M${ring.map(({ x, y }) => toPixels(x, y).map(round).join(' ')).join('L')}${end}`)
    .join('');
}

/** Reads a base map and draws pictures of it. */
export class MapPainter {
  readonly #source: FileSource;
  readonly #archive: PMTiles;

  /** @param archive path of the archive of the base map */
  constructor(archive: string) {
    this.#source = new FileSource(archive);
    this.#archive = new PMTiles(this.#source);
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  /** A PNG with the places, framed by the box. */
  async draw(box: Box, dots: readonly MapDot[]): Promise<Buffer> {
    const view = fitBox(box);
    const { width, height } = pictureSize;
    const svg = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
      `<rect width="${width}" height="${height}" fill="${colors.sea}"/>`,
      // Without the archive, as in a build without the client, the places stand on the plain ground.
      ...(await this.#drawLand(view).catch(() => [])),
      ...drawDots(view, dots),
      '</svg>',
    ];
    return sharp(Buffer.from(svg.join('')))
      .png({ palette: true })
      .toBuffer();
  }

  async #drawLand(view: MapView): Promise<string[]> {
    const { maxZoom: deepest } = await this.#archive.getHeader();
    const zoom = Math.max(0, Math.min(deepest, Math.round(view.zoom)));
    const tileSize = worldPixels * 2 ** (view.zoom - zoom);
    const count = 2 ** zoom;
    const shapes: Record<MapLayer, string[]> = { land: [], lakes: [], borders: [] };
    for (
      let y = Math.max(0, Math.floor(view.top / tileSize));
      y < count && y * tileSize < view.top + pictureSize.height;
      y++
    )
      for (let x = Math.floor(view.left / tileSize); x * tileSize < view.left + pictureSize.width; x++) {
        const tile = await this.#archive.getZxy(zoom, ((x % count) + count) % count, y);
        if (!tile) continue;
        const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile.data)));
        for (const name of mapLayers) {
          const layer = layers[name];
          if (!layer) continue;
          const toPixels: ToPixels = (tileX, tileY) => [
            (x + tileX / layer.extent) * tileSize - view.left,
            (y + tileY / layer.extent) * tileSize - view.top,
          ];
          let path = '';
          for (let index = 0; index < layer.length; index++) path += toPath(layer.feature(index), toPixels);
          // A path for each tile: tiles overlap, and within one path the overlap would count as a hole.
          shapes[name].push(`<path d="${path}" ${layerStyles[name]}/>`);
        }
      }
    return mapLayers.flatMap((name) => shapes[name]);
  }
}

/**
 * Circles, the largest at the bottom. Approximate places have no sharp dot: a circle as large as their area, and as a dot at least, with a
 * dashed edge.
 */
function drawDots(view: MapView, dots: readonly MapDot[]): string[] {
  const size = worldPixels * 2 ** view.zoom;
  return dots
    .toSorted((a, b) => b.count - a.count)
    .map(({ lat, lon, count, color, radius: metres }) => {
      let x = toWorldX(lon) * size - view.left;
      if (x < 0) x += size;
      const y = toWorldY(lat) * size - view.top;
      const dotRadius = 8 + 4 * Math.log10(count);
      const circle = `<circle cx="${round(x)}" cy="${round(y)}"`;
      if (metres === undefined)
        return `${circle} r="${round(dotRadius)}" fill="${color}" stroke="#fff" stroke-width="2.5"/>`;
      const areaRadius = toWorldLength(metres, lat) * size;
      const radius = Math.max(dotRadius + 2, areaRadius);
      return `${circle} r="${round(radius)}" fill="${color}" fill-opacity="0.3" stroke="${color}" stroke-width="2" stroke-dasharray="5 4"/>`;
    });
}
