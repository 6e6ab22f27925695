/** Reads the geometry of a KML place from the parts of a document. */
import type { Path, Position } from '@waypost/survey-logic/places/point-on-shape';
import { CoordinateSplitter } from './kml-coordinates.ts';
import { type PlaceCells, PlaceCollector, type Shape } from './place-collector.ts';

/** Numbers of a position: longitude, latitude and altitude. */
const maxNumbers = 3;

/** Elements that are read, of any other or only of this one. */
const geometryElements: ReadonlyMap<string, string | null> = new Map([
  ['coordinates', null],
  ['Track', null],
  ['coord', 'Track'],
  ['longitude', 'Location'],
  ['latitude', 'Location'],
]);

/**
 * Collects the geometries of one place. All lines are one shape, and so are all areas: KML has no other way to write one of several parts.
 * What comes first in the file is the place.
 */
export class KmlGeometry {
  readonly #places = new PlaceCollector();
  readonly #splitter = new CoordinateSplitter((texts) => this.#addPosition(texts));
  #path: Position[] = [];
  #points: Position[] = [];
  #lines: Path[] = [];
  #polygons: { outlines: Path[]; holes: Path[] }[] = [];
  #kinds = new Set<Shape['kind']>();
  #longitude = '';

  /** An element begins. */
  open(name: string): void {
    if (name !== 'Polygon') return;
    const last = this.#polygons.at(-1);
    // Empty ones are not kept: they may be millions.
    if (!last || last.outlines.length > 0 || last.holes.length > 0)
      this.#polygons.push({ outlines: [], holes: [] });
  }

  /** Whether it reads the text of an element. */
  isPart(name: string, parent: string): boolean {
    const owner = geometryElements.get(name);
    return owner === null || owner === parent;
  }

  /** A piece of the text of `coordinates`. */
  addCoordinates(piece: string): void {
    this.#splitter.add(piece);
  }

  /**
   * An element has ended.
   * @param ancestors the names of the elements around it
   */
  close(name: string, text: string, ancestors: readonly string[]): void {
    const parent = ancestors.at(-1);
    if (name === 'coordinates') {
      this.#splitter.end();
      this.#endPath(parent === 'LinearRing' ? ancestors.at(-2) : parent);
    } else if (name === 'coord') this.#addCoord(text);
    else if (name === 'Track') this.#endPath(name);
    else if (name === 'longitude') this.#longitude = text.trim();
    else if (name === 'latitude') {
      this.#addPosition([this.#longitude, text.trim()]);
      this.#endPath('Point');
    }
  }

  /** A position of a track. One that is empty stands for a moment without a place. */
  #addCoord(text: string): void {
    const texts = text.trim().split(/\s+/);
    if (texts[0] !== '') this.#addPosition(texts);
  }

  #addPosition(texts: readonly string[]): void {
    if (texts.slice(maxNumbers).some((text) => text !== '')) this.#places.addUnread(texts.join(','));
    else {
      const position = this.#places.readPosition(texts);
      if (position) this.#path.push(position);
    }
  }

  /** @param element what the positions are the coordinates of */
  #endPath(element: string | undefined): void {
    const path = this.#path;
    this.#path = [];
    if (path.length === 0) return;
    const polygon = this.#polygons.at(-1);
    if (element === 'Point') {
      // With commas for decimals, `36,82 -1,28` looks like two positions.
      if (path.length > 1) this.#places.addUnread(path.map(({ lon, lat }) => `${lon},${lat}`).join(' '));
      this.#points.push(...path.slice(0, 1));
      this.#kinds.add('points');
    } else if (polygon && (element === 'outerBoundaryIs' || element === 'Polygon')) {
      polygon.outlines.push(path);
      this.#kinds.add('areas');
    } else if (polygon && element === 'innerBoundaryIs') {
      polygon.holes.push(path);
      this.#kinds.add('areas');
    } else {
      this.#lines.push(path);
      this.#kinds.add('lines');
    }
  }

  #toShape(kind: Shape['kind']): Shape {
    if (kind === 'points') return { kind, positions: this.#points };
    if (kind === 'lines') return { kind, lines: this.#lines };
    return { kind, polygons: this.#polygons.map(({ outlines, holes }) => [...outlines, ...holes]) };
  }

  /** The place, and starts again. */
  take(): PlaceCells {
    for (const kind of this.#kinds) this.#places.add(this.#toShape(kind));
    this.#path = [];
    this.#points = [];
    this.#lines = [];
    this.#polygons = [];
    this.#kinds = new Set();
    this.#longitude = '';
    this.#splitter.reset();
    return this.#places.take();
  }
}
