/**
 * Places of a GeoJSON or KML file as rows of a table: latitude and longitude, then a column for each fact that a place of the file has. The
 * columns are known when all places are read, which wait in a temporary file until then; memory use does not depend on their number.
 */
import { ImportRefusal, requireColumnsWithinLimit } from './import-refusal.ts';
import type { PlaceCells } from './place-collector.ts';
import { storeRecords, type TemporarySpace } from './record-file.ts';
import type { TableSource } from './table-rows.ts';

/** What a file says about a place. */
export interface Fact {
  /** The name of its column. */
  name: string;
  value: string;
  /** What the file displays it as: the name of its column instead, if it has no other label, and nothing else has this one. Empty for none. */
  label?: string;
  /** Whether it gives way to another fact of this name: it gets a column of its own if the two differ anywhere in the file. */
  isSecond: boolean;
}

/** A place. Only a second fact may have the name of another one. */
export interface PlaceRecord {
  facts: readonly Fact[];
  place: PlaceCells;
}

/** Names of the columns for the coordinates, which the import recognises in every language. */
const coordinateColumns = ['latitude', 'longitude'];
/** The column for further places of a row, in files that have any. */
const otherPlacesColumn = 'other places';

/** Column for the ids that programs give to places of KML files. Some give new ones with each export. */
export const placemarkIdColumn = 'placemark id';

/** A place as it waits for the columns, with the numbers and the values of its facts. Short: there may be millions of empty ones. */
type StoredPlace = readonly [
  latitude: string,
  longitude: string,
  others: string,
  numbers: readonly number[],
  values: readonly string[],
];

/** Finds the columns of a file. */
class ColumnFinder {
  /** The kinds of facts by their numbers. */
  readonly #kinds: Pick<Fact, 'name' | 'isSecond'>[] = [];
  /** The numbers of the first facts, and those of the second ones, by their names. */
  readonly #firsts = new Map<string, number>();
  readonly #seconds = new Map<string, number>();
  readonly #differing = new Set<string>();
  /** Names in the order of the file, of both kinds. */
  readonly #order = new Set<string>();
  /** The labels of second facts; null for one with several. */
  readonly #labels = new Map<string, string | null>();
  hasCoordinates = false;
  hasOthers = false;

  #numberOf({ name, isSecond }: Fact): number {
    const numbers = isSecond ? this.#seconds : this.#firsts;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, this.#kinds.length);
    return this.#kinds.push({ name, isSecond }) - 1;
  }

  /** Adds those that a place needs. @throws ImportRefusal if there are too many */
  add({ facts, place }: PlaceRecord): StoredPlace {
    const values = new Map<string, string>();
    for (const { name, value, isSecond, label } of facts) {
      this.#order.add(name);
      const known = this.#labels.get(name);
      if (label) this.#labels.set(name, known === undefined || known === label ? label : null);
      if (!isSecond) values.set(name, value);
    }
    for (const { name, value, isSecond } of facts)
      if (isSecond && (values.get(name) ?? value) !== value) this.#differing.add(name);
    this.hasCoordinates ||= place.latitude !== '' || place.longitude !== '';
    this.hasOthers ||= place.others !== '';
    // Before the rows are written, of as many cells for each place.
    requireColumnsWithinLimit(coordinateColumns.length + this.#order.size + this.#differing.size);
    const numbers = facts.map((fact) => this.#numberOf(fact));
    return [place.latitude, place.longitude, place.others, numbers, facts.map(({ value }) => value)];
  }

  /** The label of a fact, if nothing else is called so. */
  #findLabel(name: string, used: ReadonlySet<string>): string | null {
    const label = this.#labels.get(name) ?? null;
    const isShared = [...this.#labels].some(([other, it]) => other !== name && it === label);
    return label === null || isShared || used.has(label) ? null : label;
  }

  /**
   * The names of the columns, and for each number of a fact the index of its column.
   * @param nameSecond names a column of second facts
   */
  find(nameSecond: (name: string) => string) {
    const names: string[] = [];
    const ofSeconds = new Map<string, string>();
    const used = new Set([...this.#order, ...coordinateColumns, otherPlacesColumn]);
    const nameFree = (name: string) => {
      let free = nameSecond(name);
      while (used.has(free)) free = nameSecond(free);
      return free;
    };
    for (const name of this.#order) {
      const hasFirst = this.#firsts.has(name);
      if (hasFirst) names.push(name);
      if (hasFirst && !this.#differing.has(name)) continue;
      const isTaken = hasFirst || (this.hasCoordinates && coordinateColumns.includes(name));
      const own = this.#findLabel(name, used) ?? (isTaken ? nameFree(name) : name);
      used.add(own);
      ofSeconds.set(name, own);
      names.push(own);
    }
    const indexes = new Map(names.map((name, index) => [name, index]));
    const columns = this.#kinds.map(({ name, isSecond }) => ({
      index: indexes.get(isSecond ? (ofSeconds.get(name) ?? name) : name) ?? 0,
      isSecond,
    }));
    return { names, columns };
  }
}

/**
 * Opens places as a table.
 * @param nameSecond names the column of second facts, from the name of the first ones
 * @throws ImportRefusal if there is no place, or they have too many different facts
 */
export async function openPlaces(
  kind: TableSource['kind'],
  places: AsyncIterable<PlaceRecord>,
  nameSecond: (name: string) => string,
  space: TemporarySpace,
): Promise<TableSource> {
  const finder = new ColumnFinder();
  let isEmpty = true;
  async function* observe() {
    for await (const record of places) {
      isEmpty = false;
      yield finder.add(record);
    }
  }
  const readPlaces = await storeRecords(observe(), space);
  if (isEmpty) throw new ImportRefusal('importNoPlaces');
  const { names, columns } = finder.find(nameSecond);
  const { hasCoordinates, hasOthers } = finder;
  async function* rows() {
    // Without any, columns of the file may be called so.
    yield [...(hasCoordinates ? coordinateColumns : []), ...names, ...(hasOthers ? [otherPlacesColumn] : [])];
    for await (const [latitude, longitude, others, numbers, values] of readPlaces()) {
      const cells = names.map(() => '');
      for (const [at, number] of numbers.entries()) {
        const column = columns[number];
        const value = values[at] ?? '';
        if (column && (!column.isSecond || cells[column.index] === '')) cells[column.index] = value;
      }
      yield [...(hasCoordinates ? [latitude, longitude] : []), ...cells, ...(hasOthers ? [others] : [])];
    }
  }
  return { kind, tables: [{ name: '', rows }], otherSheets: 0 };
}
