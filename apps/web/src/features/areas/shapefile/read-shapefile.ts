/** Reads polygons from a Shapefile in a zip archive (docs/decisions/0094). Its libraries are loaded with the first one. */

import { findEncoding } from '@waypost/survey-logic/places/table-encoding';
import { parseDbf, parseShp } from 'shpjs';
import { AreasFileError } from '../areas-file-error.ts';
import type { Outline } from '../outline.ts';
import { checkProjection } from './check-projection.ts';
import { checkShapes, checkTable } from './check-shapefile.ts';
import { unpackShapefile } from './unpack-shapefile.ts';

/** The polygons of each record, in degrees. @throws AreasFileError */
export async function readShapefile(archive: Uint8Array): Promise<Outline[]> {
  const { shapes, table, projection, encoding } = await unpackShapefile(archive);
  const start = checkTable(table, checkShapes(shapes));
  const converted = checkProjection(projection);
  try {
    const rows = parseDbf(table, findEncoding(encoding, table.subarray(start)));
    return parseShp(shapes, converted).flatMap((geometry, index) =>
      geometry ? [{ geometry, properties: rows[index] ?? {} }] : [],
    );
  } catch {
    throw new AreasFileError({ key: 'damaged' });
  }
}
