/** Writes the names of an extract as rows of the tables that the server searches (`map-archives/names`). */
import type { NameKind, NameTable } from '../../names/map-names.sql.ts';
import type { WorldBox } from '../geometry/world.ts';
import { LineFile, readLines } from './line-file.ts';
import { mergeStreets, numbersPerPart } from './merge-streets.ts';
import {
  type CollectedPlace,
  type HouseLine,
  type NameCollector,
  type PointLine,
  type StreetPartLine,
  streetPartUnit,
} from './name-collector.ts';
import { nameFileOf } from './name-files.ts';
import { foldHouseNumber, foldText, listKeys, type NameTexts } from './name-texts.ts';
import { NearestPoints, PlaneGrid, toPlaneLength } from './plane-grid.ts';

/** Parts of a street are at most about this far apart, in metres. */
const maxGap = 500;
/** A settlement is searched in squares of this side, and a house's street too. */
const squareMetres = { place: 3000, house: 2000, otherPoint: 200 };

const townTypes = new Set(['city', 'town', 'village']);
/** Larger than the number of any place. */
const townFactor = 2 ** 20;

/** A street with the box around its points, and the point of it that is nearest to the middle. */
interface Street {
  texts: NameTexts;
  box: WorldBox;
  x: number;
  y: number;
  distance: number;
}

const middleOf = ({ left, right, top, bottom }: WorldBox) =>
  [(left + right) / 2, (top + bottom) / 2] as const;

function extend(box: WorldBox, x: number, y: number): void {
  if (x < box.left) box.left = x;
  if (x > box.right) box.right = x;
  if (y < box.top) box.top = y;
  if (y > box.bottom) box.bottom = y;
}

const distanceTo = ({ left, right, top, bottom }: WorldBox, x: number, y: number): number =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** The point between two others that is nearest to a place. */
function findNearestOn(
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  placeX: number,
  placeY: number,
) {
  const [deltaX, deltaY] = [toX - fromX, toY - fromY];
  const squared = deltaX * deltaX + deltaY * deltaY;
  const share = squared === 0 ? 0 : ((placeX - fromX) * deltaX + (placeY - fromY) * deltaY) / squared;
  const along = Math.max(0, Math.min(1, share));
  const [x, y] = [fromX + along * deltaX, fromY + along * deltaY];
  return { x, y, distance: Math.hypot(x - placeX, y - placeY) };
}

class NameWriter {
  readonly #collector: NameCollector;
  readonly #limits: WorldBox;
  readonly #files: Record<NameTable, LineFile>;
  readonly #places: NearestPoints;
  readonly #towns: NearestPoints;
  readonly #houseGrid: PlaneGrid;
  /** Streets and settlements by folded name and square, for house numbers. */
  readonly #idsByNameAndSquare = new Map<string, number[]>();
  readonly #boxes = new Map<number, WorldBox>();
  #lastId = 0;

  constructor(collector: NameCollector, directory: string, limits: WorldBox) {
    this.#collector = collector;
    this.#limits = limits;
    const file = (table: NameTable) => new LineFile(nameFileOf(directory, table), collector.budget);
    this.#files = {
      map_names: file('map_names'),
      map_name_keys: file('map_name_keys'),
      map_street_lines: file('map_street_lines'),
      map_house_numbers: file('map_house_numbers'),
    };
    const middle = (limits.top + limits.bottom) / 2;
    this.#places = new NearestPoints(toPlaneLength(squareMetres.place, middle));
    this.#towns = new NearestPoints(toPlaneLength(squareMetres.place, middle));
    this.#houseGrid = new PlaneGrid(toPlaneLength(squareMetres.house, middle));
  }

  async write(): Promise<void> {
    const { streetParts, points, houses } = this.#collector;
    for (const file of [streetParts, points, houses]) file.close();
    this.#addPlaces();
    await this.#addPoints();
    await this.#addStreets();
    await this.#addHouses();
    for (const file of Object.values(this.#files)) file.close();
  }

  #isInside(x: number, y: number): boolean {
    const { left, right, top, bottom } = this.#limits;
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  #addName(
    { kind, type }: { kind: NameKind; type: string | null },
    texts: NameTexts | null,
    { x, y }: { x: number; y: number },
    placeId: number | undefined,
  ): number {
    const id = ++this.#lastId;
    const { name, byLanguage } = texts ?? { name: null, byLanguage: {} };
    this.#files.map_names.add({ id, kind, type, name, names: byLanguage, place_id: placeId ?? null, x, y });
    for (const row of texts ? listKeys(texts) : []) this.#files.map_name_keys.add({ name_id: id, ...row });
    return id;
  }

  /** Lets house numbers near a point find a street or settlement. */
  #registerForHouses(id: number, name: string, x: number, y: number): void {
    const key = `${this.#houseGrid.squareOf(x, y)} ${foldText(name)}`;
    const ids = this.#idsByNameAndSquare.get(key);
    if (!ids) this.#idsByNameAndSquare.set(key, [id]);
    else if (ids.at(-1) !== id) ids.push(id);
  }

  #addPlaces(): void {
    const isInside = ({ x, y }: CollectedPlace) => this.#isInside(x, y);
    for (const { type, texts, x, y } of this.#collector.places.filter(isInside)) {
      const id = this.#addName({ kind: 'place', type }, texts, { x, y }, undefined);
      this.#places.add({ id, x, y });
      if (townTypes.has(type)) this.#towns.add({ id, x, y });
      this.#registerForHouses(id, texts.name, x, y);
      this.#boxes.set(id, { left: x, right: x, top: y, bottom: y });
    }
  }

  /** Stops on both sides of a street, or all of a station, are one hit, as are things that were recorded twice. */
  async #addPoints(): Promise<void> {
    const grid = new PlaneGrid(
      toPlaneLength(squareMetres.otherPoint, (this.#limits.top + this.#limits.bottom) / 2),
    );
    const added = new Set<string>();
    for await (const line of readLines(this.#collector.points.path)) {
      const { kind, type, texts, x, y } = JSON.parse(line) as PointLine;
      if (!this.#isInside(x, y)) continue;
      if (kind === 'other_point') {
        const keyOf = (square: number) => `${square} ${type} ${texts?.name}`;
        if (Array.from(grid.around(x, y), keyOf).some((key) => added.has(key))) continue;
        added.add(keyOf(grid.squareOf(x, y)));
      }
      this.#addName({ kind, type }, texts, { x, y }, this.#places.find(x, y));
    }
  }

  /**
   * A number for the name and the nearest town of each part: a road through several towns is a street in each of them, and people look
   * for theirs.
   */
  #numberByTown(): number[] {
    const { partNames, partPoints } = this.#collector;
    return partNames.map((name, part) => {
      const middle = part * numbersPerPart + 2;
      const town = this.#towns.find(partPoints[middle] ?? 0, partPoints[middle + 1] ?? 0) ?? 0;
      return name * townFactor + town;
    });
  }

  async #addStreets(): Promise<void> {
    const { partNames, partPoints, streetTexts, streetParts } = this.#collector;
    const side = toPlaneLength(maxGap, (this.#limits.top + this.#limits.bottom) / 2);
    const { streetOf, count } = mergeStreets(this.#numberByTown(), partPoints, side);
    const streets: (Street | undefined)[] = Array.from({ length: count }, () => undefined);
    for (const [part, number] of partNames.entries()) {
      const texts = streetTexts[number];
      const street = streetOf[part] ?? 0;
      if (!texts) continue;
      const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
      const current = (streets[street] ??= { texts, box, x: 0, y: 0, distance: Infinity });
      for (let at = part * numbersPerPart; at < (part + 1) * numbersPerPart; at += 2)
        extend(current.box, partPoints[at] ?? 0, partPoints[at + 1] ?? 0);
    }
    const firstId = this.#lastId + 1;
    let part = 0;
    for await (const line of readLines(streetParts.path)) {
      const street = streetOf[part++] ?? 0;
      const current = streets[street];
      if (current) this.#addLine(current, firstId + street, JSON.parse(line) as StreetPartLine);
    }
    for (const [index, street] of streets.entries()) {
      if (!street) continue;
      // Streets outside of the map keep their number, by which their lines are stored, and are found by nobody.
      const { texts, x, y } = street;
      this.#lastId = firstId + index - 1;
      if (!Number.isFinite(street.distance)) continue;
      this.#boxes.set(
        this.#addName({ kind: 'street', type: null }, texts, { x, y }, this.#places.find(x, y)),
        street.box,
      );
    }
    this.#lastId = firstId + count - 1;
    this.#registerParts(firstId, streetOf);
  }

  #registerParts(firstId: number, streetOf: Int32Array): void {
    const { partNames, partPoints, streetTexts } = this.#collector;
    for (const [part, number] of partNames.entries()) {
      const id = firstId + (streetOf[part] ?? 0);
      if (!this.#boxes.has(id)) continue;
      for (let at = part * numbersPerPart; at < (part + 1) * numbersPerPart; at += 2)
        this.#registerForHouses(
          id,
          streetTexts[number]?.name ?? '',
          partPoints[at] ?? 0,
          partPoints[at + 1] ?? 0,
        );
    }
  }

  #addLine(street: Street, id: number, line: StreetPartLine): void {
    const [middleX, middleY] = middleOf(street.box);
    const points: string[] = [];
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    let isInside = false;
    let from: readonly [number, number] | undefined;
    for (let index = 0; index + 1 < line.length; index += 2) {
      const [unitX = 0, unitY = 0] = [line[index], line[index + 1]];
      points.push(`(${unitX}e-9,${unitY}e-9)`);
      const [x, y] = [unitX * streetPartUnit, unitY * streetPartUnit];
      extend(box, x, y);
      isInside ||= this.#isInside(x, y);
      from ??= [x, y];
      const nearest = findNearestOn(from, [x, y], middleX, middleY);
      from = [x, y];
      if (nearest.distance < street.distance && this.#isInside(nearest.x, nearest.y))
        Object.assign(street, nearest);
    }
    if (!isInside) return;
    const area = `(${box.right},${box.bottom}),(${box.left},${box.top})`;
    this.#files.map_street_lines.add({ name_id: id, area, line: `[${points.join(',')}]` });
  }

  async #addHouses(): Promise<void> {
    for await (const line of readLines(this.#collector.houses.path)) {
      const [street, number, x, y] = JSON.parse(line) as HouseLine;
      const key = foldHouseNumber(number);
      if (!this.#isInside(x, y) || key === '' || foldText(street) === '') continue;
      const name_id = this.#findStreet(street, x, y) ?? this.#addStreetOfHouse(street, x, y);
      this.#files.map_house_numbers.add({ name_id, key, number, x, y });
    }
  }

  #findStreet(name: string, x: number, y: number): number | undefined {
    const folded = foldText(name);
    let nearest: number | undefined;
    let smallest = Infinity;
    for (const square of this.#houseGrid.around(x, y))
      for (const id of this.#idsByNameAndSquare.get(`${square} ${folded}`) ?? []) {
        const box = this.#boxes.get(id);
        const distance = box ? distanceTo(box, x, y) : Infinity;
        if (distance < smallest) [nearest, smallest] = [id, distance];
      }
    return nearest;
  }

  /** A street that has houses and no way of its own. */
  #addStreetOfHouse(name: string, x: number, y: number): number {
    const texts = { name, byLanguage: {}, others: [] };
    const id = this.#addName({ kind: 'street', type: null }, texts, { x, y }, this.#places.find(x, y));
    this.#boxes.set(id, { left: x, right: x, top: y, bottom: y });
    this.#registerForHouses(id, name, x, y);
    return id;
  }
}

/**
 * Writes the files of `nameFileOf`.
 * @param limits what is outside of them is left out
 */
export const writeNames = (collector: NameCollector, directory: string, limits: WorldBox): Promise<void> =>
  new NameWriter(collector, directory, limits).write();
