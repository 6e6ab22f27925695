/** Collects what has a name or a house number while the elements of an extract are read; most of it in files. */

import path from 'node:path';
import { toWorldLength } from '@waypost/survey-logic/world-length';
import { measurePoints, selectPoints } from '../../../kernel/geometry/simplify.ts';
import type { NameKind } from '../../names/map-names.sql.ts';
import { ExtractRefusal } from '../extract-refusal.ts';
import type { MapFeature } from '../features/build-features.ts';
import type { FeatureKind } from '../features/feature-kinds.ts';
import type { FeatureLayer } from '../features/feature-layers.ts';
import { shapeTypes } from '../geometry/slice.ts';
import { computeBox, type Path } from '../geometry/world.ts';
import type { Tags } from '../osm/decode-block.ts';
import { LineBudget, LineFile } from './line-file.ts';
import { cleanText, cutText, maxNumberLetters, type NameTexts, readNames } from './name-texts.ts';

/** Limits against files that are made to exhaust the server; real extracts of the allowed size are far below. */
const limits = {
  streetParts: 2_000_000,
  streetNames: 1_000_000,
  houses: 5_000_000,
  points: 1_000_000,
  places: 300_000,
};
/** Distance on the plane within which points of a street are left out: three metres at the equator. */
const tolerance = toWorldLength(3, 0);

/** A settlement. */
export interface CollectedPlace {
  type: string;
  texts: NameTexts;
  x: number;
  y: number;
}

/** A point that matters or has a name, as a line of the file. */
export interface PointLine {
  kind: Extract<NameKind, 'point' | 'other_point'>;
  type: string;
  texts: NameTexts | null;
  x: number;
  y: number;
}

/**
 * A part of a street, as a line of the file; its number is that of the line. Coordinates are billionths of the plane: whole numbers are
 * written and read faster than decimal ones.
 */
export type StreetPartLine = readonly number[];
export const streetPartUnit = 1e-9;

/** A house, as a line of the file. */
export type HouseLine = readonly [street: string, number: string, x: number, y: number];

/** Whether a feature is a street, a path or a square. */
const isStreet = ({ kind: { layer, properties } }: MapFeature): boolean =>
  layer === 'street_polygons' || (layer === 'streets' && properties['rail'] === undefined);

const pointLayers: ReadonlySet<FeatureLayer> = new Set(['pois', 'public_transport']);

/** About four centimetres. */
const round = (value: number): number => Math.round(value * 1e9) / 1e9;

function findMiddle({ shape }: MapFeature): [x: number, y: number] | undefined {
  if (shape.type === shapeTypes.line) return undefined;
  const { left, right, top, bottom } = computeBox(shape.paths[0] ?? []);
  return [(left + right) / 2, (top + bottom) / 2];
}

/** The collection. */
export class NameCollector {
  readonly places: CollectedPlace[] = [];
  /** Texts of the streets' names, by number. */
  readonly streetTexts: NameTexts[] = [];
  /** Number of the name, for each part. */
  readonly partNames: number[] = [];
  /** First, middle and last point of each part. */
  readonly partPoints: number[] = [];
  /** Of all files that are written about names. */
  readonly budget: LineBudget;
  readonly streetParts: LineFile;
  readonly points: LineFile;
  readonly houses: LineFile;
  readonly #numberByName = new Map<string, number>();
  #pointCount = 0;
  #houseCount = 0;

  constructor(directory: string, extractBytes: number) {
    this.budget = new LineBudget(extractBytes);
    this.streetParts = new LineFile(path.join(directory, 'street-parts'), this.budget);
    this.points = new LineFile(path.join(directory, 'points'), this.budget);
    this.houses = new LineFile(path.join(directory, 'houses'), this.budget);
  }

  /**
   * Adds an element with its features.
   * @param at the place of a node
   * @throws ExtractRefusal when there are more names than in any real extract of the size
   */
  add(tags: Tags, features: readonly MapFeature[], at?: Path): void {
    if (tags.size === 0) return;
    this.#addHouse(tags, features, at);
    for (const feature of features) {
      const { layer, kind } = feature.kind;
      if (layer === 'place_labels') this.#addPlace(kind, tags, feature.shape.paths[0]);
      else if (pointLayers.has(layer)) this.#addPoint(feature.kind, tags, feature.shape.paths[0]);
      else if (tags.has('name') && isStreet(feature)) this.#addStreet(tags, feature.shape.paths[0]);
    }
    if (
      this.places.length > limits.places ||
      this.#pointCount > limits.points ||
      this.#houseCount > limits.houses ||
      this.partNames.length > limits.streetParts ||
      this.streetTexts.length > limits.streetNames
    )
      throw new ExtractRefusal('extractComplex');
  }

  #addPlace(type: string, tags: Tags, [x = 0, y = 0]: Path = new Float64Array()): void {
    const texts = readNames(tags);
    if (texts) this.places.push({ type, texts, x: round(x), y: round(y) });
  }

  #addPoint(
    { kind: type, isOtherPoint }: FeatureKind,
    tags: Tags,
    [x = 0, y = 0]: Path = new Float64Array(),
  ): void {
    const texts = readNames(tags) ?? null;
    if (isOtherPoint && !texts) return;
    this.#pointCount++;
    const kind = isOtherPoint ? 'other_point' : 'point';
    this.points.add({ kind, type, texts, x: round(x), y: round(y) } satisfies PointLine);
  }

  #addStreet(tags: Tags, line: Path = new Float64Array()): void {
    const texts = readNames(tags);
    if (!texts) return;
    const shown = selectPoints(line, measurePoints(line, false), tolerance, 1 / streetPartUnit).map(
      Math.round,
    );
    this.partNames.push(this.#numberOf(texts));
    for (const index of [0, Math.floor(line.length / 4), line.length / 2 - 1])
      this.partPoints.push(line[2 * index] ?? 0, line[2 * index + 1] ?? 0);
    this.streetParts.add(shown satisfies StreetPartLine);
  }

  /** The number of a name. Streets of one name are translated in the same way. */
  #numberOf(texts: NameTexts): number {
    const number = this.#numberByName.get(texts.name) ?? this.streetTexts.length;
    const earlier = this.streetTexts[number];
    if (earlier) {
      Object.assign(earlier.byLanguage, { ...texts.byLanguage, ...earlier.byLanguage });
      for (const other of texts.others)
        if (earlier.others.length < 10 && !earlier.others.includes(other)) earlier.others.push(other);
    } else {
      this.#numberByName.set(texts.name, number);
      this.streetTexts.push(texts);
    }
    return number;
  }

  #addHouse(tags: Tags, features: readonly MapFeature[], at: Path | undefined): void {
    const number = cleanText(tags.get('addr:housenumber') ?? '');
    if (number === '') return;
    const street = cleanText(tags.get('addr:street') ?? tags.get('addr:place') ?? '');
    if (street === '') return;
    const [x, y] = at ?? features.map(findMiddle).find((middle) => middle !== undefined) ?? [];
    if (x === undefined || y === undefined) return;
    this.#houseCount++;
    this.houses.add([street, cutText(number, maxNumberLetters), round(x), round(y)] satisfies HouseLine);
  }
}
