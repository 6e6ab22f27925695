/** What the readers of all kinds of files give: rows of a table, of which the first names the columns. */

import type { ImportSourceType } from '@waypost/contract/imports/imports';

/** A row. An empty one stands for a row of the file without cells, so that line numbers are those of the file. */
export type TableRow = readonly string[];

/** A table that is read as a stream. */
export interface SourceTable {
  /** Of its sheet; empty for other files. */
  name: string;
  rows: () => AsyncGenerator<TableRow>;
}

/** The tables of a file: one for each sheet of a workbook, else a single one. */
export interface TableSource {
  kind: ImportSourceType;
  /** To be read in their order. */
  tables: Iterable<SourceTable> | AsyncIterable<SourceTable>;
  /** Visible sheets besides the first, also those that are not among the tables. Known when the tables are read. */
  readonly otherSheets: number;
}
