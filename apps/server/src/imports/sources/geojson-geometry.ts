/** Reads the geometry of a GeoJSON feature from the parts of a document. Its type may stand after its coordinates. */
import { type PlaceCells, PlaceCollector, type Shape } from './place-collector.ts';
import type { Path, Position } from './point-on-shape.ts';

/** An object or list that is being read. */
export interface Level {
  isList: boolean;
  /** In an object, the key of the value that is being read. */
  key: string;
  /** In an object, the number of the member that is being read. */
  member: number;
}

const geometryTypes = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

/** Coordinates that a position may have: more are not kept. */
const maxNumbers = 4;

/** A list of positions. */
interface Ring {
  positions: Position[];
  /** The number of the list in the coordinates that it is in. */
  part: number;
}

/** Collects the geometries of one feature. Levels are those from the feature inwards. */
export class GeoJsonGeometry {
  readonly #places = new PlaceCollector();
  #type = '';
  #rings: Ring[] = [];
  #ring: Position[] = [];
  #numbers: string[] = [];
  #part = 0;
  /** How many lists of the coordinates are open; 0 outside of coordinates. */
  #depth = 0;

  /** Whether there is no place, not even one that cannot be read. */
  get isEmpty(): boolean {
    return this.#places.isEmpty;
  }

  /** An object or list begins. */
  open(isList: boolean, levels: readonly Level[]): void {
    if (this.#depth === 0 && !isGeometryMember(levels, 'coordinates')) return;
    if (!isList) this.#places.addUnread('{');
    this.#depth++;
    if (this.#depth === 2) this.#part++;
  }

  /** An object or list has ended. */
  close(levels: readonly Level[]): void {
    if (this.#depth === 0) {
      if (!isGeometry(levels)) return;
      // `{"lat": 1, "lon": 2}` is no geometry of the format.
      const isOther = !geometryTypes.has(this.#type) && this.#rings.length === 0 && this.isEmpty;
      if (isOther) this.#places.addUnread('geometry');
      this.endGeometry();
      return;
    }
    this.#depth--;
    if (this.#numbers.length > 0) this.#endPosition();
    else this.#endRing();
    if (this.#depth === 0) this.#endRing();
  }

  /** Whether what comes is part of the coordinates of a geometry. */
  get isInCoordinates(): boolean {
    return this.#depth > 0;
  }

  /** A plain value within coordinates. */
  addNumber(text: string): void {
    if (this.#numbers.length < maxNumbers) this.#numbers.push(text);
  }

  /** A plain value elsewhere. */
  value(text: string, levels: readonly Level[]): void {
    if (isGeometryMember(levels, 'type')) this.#type = text;
    else if (text !== '' && (isGeometry(levels) || isGeometryMember(levels, 'coordinates')))
      this.#places.addUnread(text);
  }

  #endPosition(): void {
    const [lon, lat] = this.#numbers;
    // Some programs write nulls for a place that is not known.
    const isEmpty = lon === '' && (lat ?? '') === '';
    const position = isEmpty ? null : this.#places.readPosition(this.#numbers);
    if (position) this.#ring.push(position);
    this.#numbers = [];
  }

  #endRing(): void {
    if (this.#ring.length > 0) this.#rings.push({ positions: this.#ring, part: this.#part });
    this.#ring = [];
  }

  /** A geometry has ended, whose type is known now. */
  endGeometry(): void {
    const paths = this.#rings.map(({ positions }) => positions);
    if (paths.length > 0) this.#places.add(this.#toShape(paths));
    this.#rings = [];
    this.#type = '';
    this.#part = 0;
  }

  #toShape(paths: readonly Path[]): Shape {
    switch (this.#type) {
      case 'LineString':
      case 'MultiLineString':
        return { kind: 'lines', lines: paths };
      case 'Polygon':
        return { kind: 'areas', polygons: [paths] };
      case 'MultiPolygon': {
        const polygons = new Map<number, Path[]>();
        for (const { part, positions } of this.#rings) {
          const polygon = polygons.get(part);
          if (polygon) polygon.push(positions);
          else polygons.set(part, [positions]);
        }
        return { kind: 'areas', polygons: [...polygons.values()] };
      }
      default:
        return { kind: 'points', positions: paths.flat() };
    }
  }

  /** The place, and starts again. */
  take(): PlaceCells {
    this.#type = '';
    this.#rings = [];
    this.#ring = [];
    this.#numbers = [];
    this.#part = 0;
    this.#depth = 0;
    return this.#places.take();
  }
}

/** Whether the value in these levels is a geometry: that of the feature, or one of a collection. */
function isGeometry(levels: readonly Level[]): boolean {
  if (levels.length === 1) return levels[0]?.key === 'geometry';
  const [first, ...inner] = levels.filter(({ isList }) => !isList).map(({ key }) => key);
  const isInCollection = first === 'geometries' || (first === 'geometry' && inner.length > 0);
  return levels.at(-1)?.isList === true && isInCollection && inner.every((key) => key === 'geometries');
}

/** Whether the value in these levels is this member of a geometry. A geometry without a feature is the outermost object. */
const isGeometryMember = (levels: readonly Level[], key: string): boolean =>
  levels.at(-1)?.key === key && (levels.length === 1 || isGeometry(levels.slice(0, -1)));
