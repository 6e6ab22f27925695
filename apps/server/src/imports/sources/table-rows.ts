/** What the readers of all kinds of files give: rows of a table, of which the first names the columns. */

/** A row. An empty one stands for a row of the file without cells, so that line numbers are those of the file. */
export type TableRow = readonly string[];

/** A table that is read as a stream. It may be read several times. */
export interface TableSource {
  kind: 'xlsx' | 'geojson' | 'kml';
  /** Name of the sheet that is read; null for other files. */
  sheet: string | null;
  /** Visible sheets that are not read. */
  otherSheets: number;
  rows: () => AsyncGenerator<TableRow>;
}
