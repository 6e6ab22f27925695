/**
 * Finds the place of a geometry from its positions, for the cells of a table. The place is one that is in the file: a point, or a
 * position on a line or within an area. What cannot be read stays as it is written, so that the import rejects that row by name.
 */
import { limits } from '@waypost/contract/common/limits';
import {
  findPlaceInAreas,
  findPlaceOnLines,
  normalizeLongitude,
  type Path,
  type Polygon,
  type Position,
} from '@waypost/survey-logic/places/point-on-shape';

/** Cells of a place. Empty without a place. */
export interface PlaceCells {
  latitude: string;
  longitude: string;
  /** Further places, as `lat, lon; lat, lon`. */
  others: string;
}

/** What a geometry consists of. */
export type Shape =
  | { kind: 'points'; positions: Path }
  | { kind: 'lines'; lines: readonly Path[] }
  | { kind: 'areas'; polygons: readonly Polygon[] };

/** Positions of a place that are kept: some megabytes. */
export const maxPositions = 100_000;
/** Further places that are named: their cell is far shorter than a row may be. */
const maxOthers = 10_000;
/** Characters of a coordinate that are kept, to show what cannot be read. */
const maxTextLength = 100;

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number of a text; undefined for anything else, such as `1,5` or nothing. */
function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  return numberPattern.test(trimmed) ? Number(trimmed) : undefined;
}

/** At most seven decimals: about a centimetre. */
const formatCoordinate = (value: number): string => String(Math.round(value * 1e7) / 1e7);

/** Converts x and y to longitude and latitude. */
export type ToDegrees = (x: number, y: number) => readonly [lon: number, lat: number];

/** Collects the shapes of a place. */
export class PlaceCollector {
  readonly #toDegrees: ToDegrees | null;
  #shapes: Shape[] = [];
  #count = 0;
  #skipped = 0;
  #unread: Pick<PlaceCells, 'latitude' | 'longitude'> | null = null;

  /** @param toDegrees for a file whose coordinates are no degrees */
  constructor(toDegrees: ToDegrees | null = null) {
    this.#toDegrees = toDegrees;
  }

  /** Whether anything was added, readable or not. */
  get isEmpty(): boolean {
    return this.#shapes.length === 0 && !this.#unread;
  }

  /**
   * Reads a position.
   * @param texts longitude, latitude, and what follows
   * @returns null if it cannot be read, or is one too many
   */
  readPosition(texts: readonly string[]): Position | null {
    const [lonText = '', latText = ''] = texts;
    const [lon, lat] = this.#convert(parseNumber(lonText), parseNumber(latText));
    const isReadable =
      lon !== undefined &&
      lat !== undefined &&
      Math.abs(lat) <= limits.latitude &&
      Math.abs(lon) <= 2 * limits.longitude;
    if (!isReadable) {
      // Without a sign, meters near the origin would be read as degrees.
      if (lonText === '' || latText === '' || this.#toDegrees) this.addUnread(texts.join(','));
      else this.#setUnread(latText, lonText);
      return null;
    }
    if (this.#count >= maxPositions) {
      this.#skipped++;
      return null;
    }
    this.#count++;
    return { lon, lat };
  }

  #convert(x: number | undefined, y: number | undefined): readonly (number | undefined)[] {
    return this.#toDegrees && x !== undefined && y !== undefined ? this.#toDegrees(x, y) : [x, y];
  }

  /** Adds a text that stands where a place should be. The sign before it makes sure that nothing reads it as another place. */
  addUnread(text: string): void {
    this.#setUnread(`? ${text}`, '');
  }

  #setUnread(latitude: string, longitude: string): void {
    this.#unread ??= {
      latitude: latitude.slice(0, maxTextLength),
      longitude: longitude.slice(0, maxTextLength),
    };
  }

  /** Adds a shape. */
  add(shape: Shape): void {
    this.#shapes.push(shape);
  }

  #findPlaces(shape: Shape): Position[] {
    if (shape.kind === 'points')
      return shape.positions.map(({ lon, lat }) => ({ lon: normalizeLongitude(lon), lat }));
    const place =
      shape.kind === 'lines' ? findPlaceOnLines(shape.lines) : this.#findPlaceInAreas(shape.polygons);
    return place ? [place] : [];
  }

  /** A corner stands for an area that is not known as a whole. */
  #findPlaceInAreas(polygons: readonly Polygon[]): Position | null {
    if (this.#skipped === 0) return findPlaceInAreas(polygons);
    const corner = polygons[0]?.[0]?.[0];
    return corner ? { lon: normalizeLongitude(corner.lon), lat: corner.lat } : null;
  }

  /** The cells of the place, and starts again. */
  take(): PlaceCells {
    const unread = this.#unread;
    const [first, ...others] = unread ? [] : this.#shapes.flatMap((shape) => this.#findPlaces(shape));
    const names = others
      .slice(0, maxOthers)
      .map(({ lon, lat }) => `${formatCoordinate(lat)}, ${formatCoordinate(lon)}`);
    const hasPoints = this.#shapes.some(({ kind }) => kind === 'points');
    const unnamed = others.length - names.length + (hasPoints ? this.#skipped : 0);
    if (unnamed > 0) names.push(`… (+${unnamed})`);
    this.#shapes = [];
    this.#unread = null;
    this.#count = 0;
    this.#skipped = 0;
    const place = first && { latitude: formatCoordinate(first.lat), longitude: formatCoordinate(first.lon) };
    return { latitude: '', longitude: '', ...place, ...unread, others: names.join('; ') };
  }
}
