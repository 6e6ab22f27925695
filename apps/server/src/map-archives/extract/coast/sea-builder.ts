/** Finds out what is sea in an extract. */
import { buildPath, type MapFeature } from '../features/build-features.ts';
import { isCoast, seaKind } from '../features/feature-kinds.ts';
import { shapeTypes } from '../geometry/slice.ts';
import { isInRing, type Path, type WorldBox } from '../geometry/world.ts';
import type { Tags } from '../osm/decode-block.ts';
import { type NodeLocations, noNode } from '../osm/node-locations.ts';
import type { TilePart } from '../tiles/tile-parts.ts';
import { buildSea, type Sea } from './build-sea.ts';
import { CoastWays } from './join-coast.ts';

/** Whether a part of a tile is sea. */
export const isSea = ({ layer }: TilePart): boolean => layer === seaKind.layer;

/** Settlements that are compared with the sea, and the share of them in the sea from which the coast is not believed. */
const maxPlaces = 50;
const maxShareInSea = 0.1;

/** Everything is unknown. */
const nothingKnown: Sea = { polygons: [], unknown: [{ left: 0, top: 0, right: 1, bottom: 1 }] };

const isInPolygon = (rings: readonly Path[], x: number, y: number) =>
  rings.filter((ring) => isInRing(ring, x, y)).length % 2 === 1;

/** Collects the coast, then builds the sea. */
export class SeaBuilder {
  readonly #locations: NodeLocations;
  readonly #coast = new CoastWays();
  readonly #places: Path[] = [];
  #unknown: readonly WorldBox[] = [];

  constructor(locations: NodeLocations) {
    this.#locations = locations;
  }

  /** Adds a way if it is a part of the coast. */
  addWay(nodeIds: readonly number[], tags: Tags): void {
    if (!isCoast(tags)) return;
    const nodes = nodeIds.map((id) => this.#locations.find(id));
    this.#coast.add(nodes.map((node) => (node === noNode ? undefined : node)));
  }

  /** Adds a settlement, which cannot be in the sea. */
  addPlace(point: Path | undefined): void {
    if (point && this.#places.length < maxPlaces) this.#places.push(point);
  }

  /** The sea as features, once all ways and places were added. */
  build(box: WorldBox): MapFeature[] {
    const { polygons, unknown } = this.#buildSea(box);
    this.#unknown = unknown;
    return polygons.map((paths) => ({
      kind: seaKind,
      properties: seaKind.properties,
      shape: { type: shapeTypes.polygon, paths },
    }));
  }

  #buildSea(box: WorldBox): Sea {
    const joined = this.#coast.join();
    if (!joined) return nothingKnown;
    const toPaths = (lines: readonly number[][]) => lines.map((nodes) => buildPath(nodes, this.#locations));
    const sea = buildSea({ rings: toPaths(joined.rings), lines: toPaths(joined.lines) }, box);
    if (!sea) return nothingKnown;
    const drowned = this.#places.filter(([x = 0, y = 0]) =>
      sea.polygons.some((rings) => isInPolygon(rings, x, y)),
    );
    return drowned.length > maxShareInSea * this.#places.length ? nothingKnown : sea;
  }

  /** Whether a tile is where the extract does not tell what is sea and what is land. */
  isUnknownIn(z: number, x: number, y: number): boolean {
    const side = 2 ** -z;
    const [left, top] = [x * side, y * side];
    return this.#unknown.some(
      (area) => area.left < left + side && area.right > left && area.top < top + side && area.bottom > top,
    );
  }
}
