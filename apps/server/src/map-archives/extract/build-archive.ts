/** Makes a map archive and the names on it from an OSM PBF file. Runs in a process of its own (`extract-worker.ts`). */
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { markUnknownGround } from '@waypost/contract/map-archives/unknown-ground';
import { isSea, SeaBuilder } from './coast/sea-builder.ts';
import { ExtractRefusal } from './extract-refusal.ts';
import {
  buildNodeFeatures,
  buildRelationFeatures,
  buildWayFeatures,
  type MapFeature,
} from './features/build-features.ts';
import { AreaCollection } from './features/collect-areas.ts';
import { describeLayers } from './features/feature-layers.ts';
import { maxZoom, SlicedShape } from './geometry/slice.ts';
import { toWorldX, toWorldY, type WorldBox } from './geometry/world.ts';
import { NameCollector } from './names/name-collector.ts';
import { writeNames } from './names/write-names.ts';
import { decodeBlock } from './osm/decode-block.ts';
import { decodeHeader, type ExtractBox } from './osm/decode-header.ts';
import { NodeLocations } from './osm/node-locations.ts';
import { type BlobPlace, findBlobs, readBlobs } from './osm/read-blobs.ts';
import { ArchiveWriter } from './tiles/archive-writer.ts';
import { encodeTile } from './tiles/encode-tile.ts';
import { TileParts } from './tiles/tile-parts.ts';

/** Limits against files that are made to exhaust the server; real extracts of the allowed size are far below. */
const limits = {
  nodes: 60_000_000,
  /** Tiles of the last zoom in the box. */
  tiles: 4_000_000,
  /** Times that the content is larger than the file. */
  expansion: 40,
};
/** Maps of smaller scales show the world map. */
const minZoom = 6;
const unitsPerDegree = 1e7;
const world: WorldBox = { left: 0, top: 0, right: 1, bottom: 1 };
const attribution =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank">© OpenStreetMap contributors</a>';

/** Shares of the whole work after reading nodes, after ways, after areas of several ways. */
const progressAfter = { nodes: 0.12, ways: 0.5, relations: 0.55 };

/** Files and the report of progress, from 0 to 1. The names are put into files of the directory (`nameFileOf`). */
export interface BuildOptions {
  /** The extract. */
  input: string;
  /** The archive, which is created. */
  output: string;
  /** A directory for temporary files. */
  directory: string;
  onProgress: (share: number) => void;
}

class ArchiveBuilder {
  readonly #options: BuildOptions;
  readonly #size: number;
  readonly #parts: TileParts;
  readonly #locations = new NodeLocations();
  readonly #areas = new AreaCollection();
  readonly #sea = new SeaBuilder(this.#locations);
  readonly #names: NameCollector;
  readonly #blobsWithWays: BlobPlace[] = [];
  #box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  #headerBox: ExtractBox | undefined;
  #limits = world;

  constructor(options: BuildOptions, size: number) {
    this.#options = options;
    this.#size = size;
    this.#names = new NameCollector(options.directory, size);
    this.#parts = new TileParts(path.join(options.directory, 'parts'), size);
  }

  async build(file: FileHandle): Promise<{ tiles: number }> {
    await this.#readNodesAndRelations(file);
    this.#setBounds();
    await this.#readWays(file);
    this.#addRelations();
    this.#addFeatures(this.#sea.build(this.#limits));
    this.#parts.flush();
    // They are most of the memory, and everything has its shape now.
    this.#locations.clear();
    await writeNames(this.#names, this.#options.directory, this.#limits);
    return { tiles: await this.#writeTiles() };
  }

  async #readNodesAndRelations(file: FileHandle): Promise<void> {
    const size = this.#size;
    let content = 0;
    for await (const { blob, bytes } of readBlobs(file, findBlobs(file, size))) {
      content += bytes.length;
      if (content > limits.expansion * size + 1_000_000) throw new ExtractRefusal('extractComplex');
      if (blob.type === 'OSMHeader') {
        this.#headerBox = decodeHeader(bytes);
        continue;
      }
      const { hasWays } = decodeBlock(bytes, {
        node: (id, longitude, latitude, tags) => {
          if (!this.#addNode(id, longitude, latitude) || tags.size === 0) return;
          const own = buildNodeFeatures(longitude, latitude, tags);
          this.#names.add(tags, own, Float64Array.of(toWorldX(longitude), toWorldY(latitude)));
          this.#addFeatures(own);
        },
        relation: (_id, members, tags) => this.#areas.addRelation(members, tags),
      });
      if (hasWays) this.#blobsWithWays.push(blob);
      this.#options.onProgress(((blob.offset + blob.length) / size) * progressAfter.nodes);
    }
  }

  /** @returns whether the node is in the world */
  #addNode(id: number, longitude: number, latitude: number): boolean {
    const isInWorld =
      Math.abs(longitude) <= 180 * unitsPerDegree && Math.abs(latitude) <= 90 * unitsPerDegree;
    if (!isInWorld) return false;
    this.#locations.add(id, longitude, latitude);
    if (this.#locations.count > limits.nodes) throw new ExtractRefusal('extractComplex');
    const [west, south, east, north] = this.#box;
    if (longitude < west) this.#box[0] = longitude;
    if (latitude < south) this.#box[1] = latitude;
    if (longitude > east) this.#box[2] = longitude;
    if (latitude > north) this.#box[3] = latitude;
    return true;
  }

  /** The box of the archive: that of the header, as far as there are nodes. @throws ExtractRefusal when it is empty or too large */
  #setBounds(): void {
    let [west, south, east, north] = this.#box;
    const [headerWest, headerSouth, headerEast, headerNorth] = this.#headerBox ?? this.#box;
    [west, south] = [Math.max(west, headerWest), Math.max(south, headerSouth)];
    [east, north] = [Math.min(east, headerEast), Math.min(north, headerNorth)];
    if (!(west < east && south < north)) throw new ExtractRefusal('extractEmpty');
    this.#box = [west, south, east, north];
    this.#limits = {
      left: toWorldX(west),
      right: toWorldX(east),
      top: toWorldY(north),
      bottom: toWorldY(south),
    };
    const { left, right, top, bottom } = this.#limits;
    const side = 2 ** maxZoom;
    const tiles = Math.ceil((right - left) * side + 1) * Math.ceil((bottom - top) * side + 1);
    if (tiles > limits.tiles) throw new ExtractRefusal('extractArea');
  }

  async #readWays(file: FileHandle): Promise<void> {
    const sources = { locations: this.#locations, areas: this.#areas };
    let done = 0;
    for await (const { bytes } of readBlobs(file, this.#blobsWithWays)) {
      decodeBlock(bytes, {
        way: (id, nodeIds, tags) => {
          this.#sea.addWay(nodeIds, tags);
          const own = buildWayFeatures(id, nodeIds, tags, sources);
          this.#names.add(tags, own);
          this.#addFeatures(own);
        },
      });
      const { nodes, ways } = progressAfter;
      this.#options.onProgress(nodes + (++done / this.#blobsWithWays.length) * (ways - nodes));
    }
  }

  #addRelations(): void {
    const sources = { locations: this.#locations, areas: this.#areas };
    const { ways, relations } = progressAfter;
    for (const [index, area] of this.#areas.areas.entries()) {
      const features = buildRelationFeatures(area, sources);
      this.#names.add(this.#areas.tagsOf(area) ?? new Map(), features);
      this.#addFeatures(features);
      this.#options.onProgress(ways + ((index + 1) / this.#areas.areas.length) * (relations - ways));
    }
  }

  #addFeatures(features: readonly MapFeature[]): void {
    for (const { kind, properties, shape } of features) {
      if (kind.layer === 'place_labels') this.#sea.addPlace(shape.paths[0]);
      const sliced = new SlicedShape(shape);
      const part = { layer: kind.layer, properties: JSON.stringify(properties), type: shape.type };
      for (let zoom = Math.max(minZoom, kind.minZoom); zoom <= maxZoom; zoom++)
        sliced.slice(zoom, this.#limits, ({ x, y, paths }) =>
          this.#parts.add(zoom, x, y, { ...part, paths }),
        );
    }
  }

  async #writeTiles(): Promise<number> {
    const file = await open(this.#options.output, 'w');
    try {
      const writer = new ArchiveWriter(file);
      const areaCount = this.#parts.areaCount;
      let area = 0;
      for (const tiles of this.#parts.readAreas()) {
        for (const { z, x, y, parts } of tiles) {
          const isGroundUnknown = this.#sea.isUnknownIn(z, x, y);
          const tile = encodeTile(isGroundUnknown ? parts.filter((part) => !isSea(part)) : parts, z);
          if (tile) writer.add(z, x, y, isGroundUnknown ? markUnknownGround(tile) : tile);
        }
        await writer.drain();
        const { relations } = progressAfter;
        this.#options.onProgress(relations + (++area / areaCount) * (1 - relations));
      }
      if (writer.tileCount === 0) throw new ExtractRefusal('extractEmpty');
      await writer.finish({ bounds: this.#bounds(), minZoom, maxZoom, metadata });
      return writer.tileCount;
    } finally {
      await file.close();
    }
  }

  #bounds(): [west: number, south: number, east: number, north: number] {
    const [west, south, east, north] = this.#box.map((value) => value / unitsPerDegree);
    return [west ?? 0, south ?? 0, east ?? 0, north ?? 0];
  }
}

const metadata = {
  name: 'OpenStreetMap',
  attribution,
  vector_layers: describeLayers(minZoom, maxZoom),
};

/** Failures of the disk say nothing about the extract. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

/**
 * Makes the archive.
 * @returns the number of its tiles
 * @throws ExtractRefusal when the extract cannot be used; system errors of the files
 */
export async function buildArchive(options: BuildOptions): Promise<{ tiles: number }> {
  const file = await open(options.input, 'r');
  try {
    const { size } = await file.stat();
    return await new ArchiveBuilder(options, size).build(file);
  } catch (error) {
    if (error instanceof ExtractRefusal || isSystemError(error)) throw error;
    throw new ExtractRefusal('extractDamaged', {}, { cause: error });
  } finally {
    await file.close();
  }
}
