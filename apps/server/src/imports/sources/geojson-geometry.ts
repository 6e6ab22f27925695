/** Reads the geometry of a feature of GeoJSON or Esri JSON from the parts of a document. Its type may stand after its coordinates. */
import { type Path, type Position, toPolygon } from '@waypost/survey-logic/places/point-on-shape';
import type { EsriFields } from './esri-fields.ts';
import { type PlaceCells, PlaceCollector, type Shape, type ToDegrees } from './place-collector.ts';

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

/** What holds positions in a geometry, with the type that it means; empty where a member of its own says it. */
type CoordinateMembers = ReadonlyMap<string, string>;

const geoJsonMembers: CoordinateMembers = new Map([['coordinates', '']]);
/** Nothing says which rings are holes. */
const rings = 'rings';
const esriMembers: CoordinateMembers = new Map([
  ['points', 'MultiPoint'],
  ['paths', 'MultiLineString'],
  [rings, rings],
]);

/** How Esri JSON is read. */
export interface EsriFormat {
  /** Null for degrees. */
  toDegrees: ToDegrees | null;
  /** Numbers of the reference system. A geometry may name it again. */
  ids: readonly string[];
  fields: EsriFields;
}

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
  readonly #places: PlaceCollector;
  readonly #isEsri: boolean;
  readonly #ids: readonly string[];
  readonly #members: CoordinateMembers;
  #type = '';
  /** A point of Esri JSON; undefined without one. */
  #x: string | undefined;
  #y: string | undefined;
  #rings: Ring[] = [];
  #ring: Position[] = [];
  #numbers: string[] = [];
  #part = 0;
  /** How many lists of the coordinates are open; 0 outside of coordinates. */
  #depth = 0;

  /** @param esri null for GeoJSON */
  constructor(esri: EsriFormat | null) {
    this.#places = new PlaceCollector(esri?.toDegrees ?? null);
    this.#isEsri = esri !== null;
    this.#ids = esri?.ids ?? [];
    this.#members = esri ? esriMembers : geoJsonMembers;
  }

  /** Whether there is no place, not even one that cannot be read. */
  get isEmpty(): boolean {
    return this.#places.isEmpty;
  }

  /** An object or list begins. */
  open(isList: boolean, levels: readonly Level[]): void {
    const type = this.#depth === 0 ? this.#findTypeOfMember(levels) : '';
    if (type === undefined) return;
    if (type !== '') this.#type = type;
    if (!isList) this.#places.addUnread('{');
    this.#depth++;
    if (this.#depth === 2) this.#part++;
  }

  /** The type that coordinates in these levels mean; undefined for other members. */
  #findTypeOfMember(levels: readonly Level[]): string | undefined {
    const type = this.#members.get(levels.at(-1)?.key ?? '');
    return type !== undefined && isInGeometry(levels) ? type : undefined;
  }

  /** An object or list has ended. */
  close(levels: readonly Level[]): void {
    if (this.#depth === 0) {
      if (!isGeometry(levels)) return;
      // `{"lat": 1, "lon": 2}` is no geometry of the format.
      const isKnown = geometryTypes.has(this.#type) || this.#type === rings || this.#x !== undefined;
      const isOther = !isKnown && this.#rings.length === 0 && this.isEmpty;
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
    const key = isInGeometry(levels) ? levels.at(-1)?.key : undefined;
    if (this.#isEsri && key === 'x') this.#x = text;
    else if (this.#isEsri && key === 'y') this.#y = text;
    else if (!this.#isEsri && key === 'type') this.#type = text;
    else if (this.#isOtherSystem(text, levels)) this.#places.addUnread(`WKID ${text}`);
    else if (text !== '' && (isGeometry(levels) || this.#findTypeOfMember(levels) !== undefined))
      this.#places.addUnread(text);
  }

  /** Whether the text is the number of a reference system of this geometry that is not the one of the others. */
  #isOtherSystem(text: string, levels: readonly Level[]): boolean {
    const [reference, number] = levels.slice(-2);
    const isNumber = this.#isEsri && reference?.key === 'spatialReference' && number?.key === 'wkid';
    return isNumber && text !== '' && isInGeometry(levels.slice(0, -1)) && !this.#ids.includes(text);
  }

  #endPosition(): void {
    const [lon, lat = ''] = this.#numbers;
    // Programs write nulls, or those of Esri `"NaN"`, for a place that is not known.
    const isEmpty = (lon === '' || (this.#isEsri && lon === 'NaN')) && (lat === '' || lat === lon);
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
    if (this.#x !== undefined) {
      this.#numbers = [this.#x, this.#y ?? ''];
      this.#endPosition();
      this.#endRing();
      this.#x = this.#y = undefined;
    }
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
      case rings:
        return { kind: 'areas', polygons: [toPolygon(paths)] };
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
    this.#x = this.#y = undefined;
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

/** Whether the value in these levels is a member of a geometry. A geometry without a feature is the outermost object. */
const isInGeometry = (levels: readonly Level[]): boolean =>
  levels.length === 1 || isGeometry(levels.slice(0, -1));
