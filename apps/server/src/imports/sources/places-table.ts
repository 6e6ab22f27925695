/**
 * Places of a GeoJSON or KML file as rows of a table: latitude and longitude, then a column for each fact that a place of the file has. The
 * columns are found in a first pass; neither pass keeps more than one place.
 */
import { ImportRefusal, requireColumnsWithinLimit } from './import-refusal.ts';
import type { PlaceCells } from './place-collector.ts';
import type { TableSource } from './table-rows.ts';

/** What a file says about a place. */
export interface Fact {
  /** The name of its column. */
  name: string;
  value: string;
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

/** Finds the columns of a file. */
class ColumnFinder {
  readonly #firsts = new Set<string>();
  readonly #seconds = new Set<string>();
  readonly #differing = new Set<string>();
  /** Names in the order of the file, of both kinds. */
  readonly #order = new Set<string>();
  hasOthers = false;

  /** Adds those that a place needs. @throws ImportRefusal if there are too many */
  add({ facts, place }: PlaceRecord): void {
    const values = new Map<string, string>();
    for (const { name, value, isSecond } of facts) {
      this.#order.add(name);
      (isSecond ? this.#seconds : this.#firsts).add(name);
      if (!isSecond) values.set(name, value);
    }
    for (const { name, value, isSecond } of facts)
      if (isSecond && (values.get(name) ?? value) !== value) this.#differing.add(name);
    this.hasOthers ||= place.others !== '';
    // Before the second pass, which would write as many cells for each place.
    requireColumnsWithinLimit(coordinateColumns.length + this.#order.size + this.#differing.size);
  }

  /** The names of the columns, and the name of the column of a fact. @param nameSecond names a column of second facts */
  find(nameSecond: (name: string) => string) {
    const names: string[] = [];
    const ofSeconds = new Map<string, string>();
    for (const name of this.#order) {
      names.push(name);
      if (!this.#differing.has(name)) continue;
      let own = nameSecond(name);
      while (this.#order.has(own)) own = nameSecond(own);
      ofSeconds.set(name, own);
      names.push(own);
    }
    const columnOf = ({ name, isSecond }: Fact) => (isSecond ? (ofSeconds.get(name) ?? name) : name);
    return { names, columnOf };
  }
}

/**
 * Opens places as a table.
 * @param readPlaces reads the file from its beginning
 * @param nameSecond names the column of second facts, from the name of the first ones
 * @throws ImportRefusal if it has no place, or places with too many different properties
 */
export async function openPlaces(
  kind: TableSource['kind'],
  readPlaces: () => AsyncGenerator<PlaceRecord>,
  nameSecond: (name: string) => string,
): Promise<TableSource> {
  const finder = new ColumnFinder();
  let isEmpty = true;
  for await (const record of readPlaces()) {
    isEmpty = false;
    finder.add(record);
  }
  if (isEmpty) throw new ImportRefusal('importNoPlaces');
  const { names, columnOf } = finder.find(nameSecond);
  const lastColumns = finder.hasOthers ? [otherPlacesColumn] : [];
  async function* rows() {
    yield [...coordinateColumns, ...names, ...lastColumns];
    for await (const { facts, place } of readPlaces()) {
      const cells = new Map<string, string>();
      for (const fact of facts) {
        const column = columnOf(fact);
        if (!fact.isSecond || !cells.has(column)) cells.set(column, fact.value);
      }
      const others = finder.hasOthers ? [place.others] : [];
      yield [place.latitude, place.longitude, ...names.map((name) => cells.get(name) ?? ''), ...others];
    }
  }
  return { kind, tables: [{ name: '', rows }], otherSheets: 0 };
}
