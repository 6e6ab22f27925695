/** The files that a build writes names into. */
import path from 'node:path';
import type { NameTable } from '../../names/map-names.sql.ts';

/** Files of rows, one JSON object per line, by table. */
const nameFiles = {
  map_names: 'map-names',
  map_name_keys: 'map-name-keys',
  map_street_lines: 'map-street-lines',
  map_house_numbers: 'map-house-numbers',
} as const satisfies Record<NameTable, string>;

/** The file with the rows of a table. */
export const nameFileOf = (directory: string, table: NameTable): string =>
  path.join(directory, nameFiles[table]);
