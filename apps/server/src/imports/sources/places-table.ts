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

/** Finds the columns of a file. */
class ColumnFinder {
  readonly #firsts = new Set<string>();
  readonly #differing = new Set<string>();
  /** Names in the order of the file, of both kinds. */
  readonly #order = new Set<string>();
  /** The labels of second facts; null for one with several. */
  readonly #labels = new Map<string, string | null>();
  hasCoordinates = false;
  hasOthers = false;

  /** Adds those that a place needs. @throws ImportRefusal if there are too many */
  add({ facts, place }: PlaceRecord): void {
    const values = new Map<string, string>();
    for (const { name, value, isSecond, label } of facts) {
      this.#order.add(name);
      const known = this.#labels.get(name);
      if (label) this.#labels.set(name, known === undefined || known === label ? label : null);
      if (isSecond) continue;
      this.#firsts.add(name);
      values.set(name, value);
    }
    for (const { name, value, isSecond } of facts)
      if (isSecond && (values.get(name) ?? value) !== value) this.#differing.add(name);
    this.hasCoordinates ||= place.latitude !== '' || place.longitude !== '';
    this.hasOthers ||= place.others !== '';
    // Before the second pass, which would write as many cells for each place.
    requireColumnsWithinLimit(coordinateColumns.length + this.#order.size + this.#differing.size);
  }

  /** The label of a fact, if nothing else is called so. */
  #findLabel(name: string, used: ReadonlySet<string>): string | null {
    const label = this.#labels.get(name) ?? null;
    const isShared = [...this.#labels].some(([other, it]) => other !== name && it === label);
    return label === null || isShared || used.has(label) ? null : label;
  }

  /** The names of the columns, and the name of the column of a fact. @param nameSecond names a column of second facts */
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
  // Without any, columns of the file may be called so.
  const firstColumns = finder.hasCoordinates ? coordinateColumns : [];
  const lastColumns = finder.hasOthers ? [otherPlacesColumn] : [];
  async function* rows() {
    yield [...firstColumns, ...names, ...lastColumns];
    for await (const { facts, place } of readPlaces()) {
      const cells = new Map<string, string>();
      for (const fact of facts) {
        const column = columnOf(fact);
        if (!fact.isSecond || !cells.has(column)) cells.set(column, fact.value);
      }
      const others = finder.hasOthers ? [place.others] : [];
      const coordinates = finder.hasCoordinates ? [place.latitude, place.longitude] : [];
      yield [...coordinates, ...names.map((name) => cells.get(name) ?? ''), ...others];
    }
  }
  return { kind, tables: [{ name: '', rows }], otherSheets: 0 };
}
