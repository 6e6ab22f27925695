/**
 * Places of a GeoJSON or KML file as rows of a table: latitude and longitude, then a column for each property that a place of the file
 * has. The columns are found in a first pass; neither pass keeps more than one place.
 */
import { ImportRefusal, requireColumnsWithinLimit } from './import-refusal.ts';
import type { TableSource } from './table-rows.ts';

/** A place with its properties as texts. */
export interface PlaceRecord {
  properties: ReadonlyMap<string, string>;
  point: { lat: number; lon: number } | null;
}

/** Names of the columns for the coordinates, which the import recognises in every language. */
const coordinateColumns = ['latitude', 'longitude'];

/** The middle of the extent of a shape, from its coordinates one by one: lines and areas are imported as a point. */
export class Extent {
  #min = { lat: Number.POSITIVE_INFINITY, lon: Number.POSITIVE_INFINITY };
  #max = { lat: Number.NEGATIVE_INFINITY, lon: Number.NEGATIVE_INFINITY };

  /** Adds a coordinate. */
  add(lon: number, lat: number): void {
    if (!Number.isFinite(lon) || !Number.isFinite(lat)) return;
    this.#min = { lat: Math.min(this.#min.lat, lat), lon: Math.min(this.#min.lon, lon) };
    this.#max = { lat: Math.max(this.#max.lat, lat), lon: Math.max(this.#max.lon, lon) };
  }

  /** The middle, and starts again; null without a coordinate. */
  takeMiddle(): PlaceRecord['point'] {
    const [min, max] = [this.#min, this.#max];
    this.#min = { lat: Number.POSITIVE_INFINITY, lon: Number.POSITIVE_INFINITY };
    this.#max = { lat: Number.NEGATIVE_INFINITY, lon: Number.NEGATIVE_INFINITY };
    if (min.lat > max.lat) return null;
    return { lat: (min.lat + max.lat) / 2, lon: (min.lon + max.lon) / 2 };
  }
}

/** At most seven decimals: about a centimetre. */
const formatCoordinate = (value: number): string => String(Number(value.toFixed(7)));

/**
 * Opens places as a table.
 * @param readPlaces reads the file from its beginning
 * @throws ImportRefusal if it has no place, or places with too many different properties
 */
export async function openPlaces(
  kind: TableSource['kind'],
  readPlaces: () => AsyncGenerator<PlaceRecord>,
): Promise<TableSource> {
  const names = new Set<string>();
  let isEmpty = true;
  for await (const { properties } of readPlaces()) {
    isEmpty = false;
    for (const name of properties.keys()) names.add(name);
    // Before the second pass, which would write as many cells for each place.
    requireColumnsWithinLimit(coordinateColumns.length + names.size);
  }
  if (isEmpty) throw new ImportRefusal('importNoPlaces');
  async function* rows() {
    yield [...coordinateColumns, ...names];
    for await (const { properties, point } of readPlaces())
      yield [
        point ? formatCoordinate(point.lat) : '',
        point ? formatCoordinate(point.lon) : '',
        ...Array.from(names, (name) => properties.get(name) ?? ''),
      ];
  }
  return { kind, sheet: null, otherSheets: 0, rows };
}
