/** How the cells of a file are read, column by column. */
import type { ColumnOption, CsvOptions } from '@waypost/contract/imports/csv-options';
import { findZoneInHeading, isOwnExport } from './headings.ts';

/** How the cells of a column are read. */
export interface ColumnFormat extends Pick<CsvOptions, Exclude<ColumnOption, 'timezone'>> {
  /** The zone of times without one: an IANA name, or an offset such as `+03:00`. */
  timezone: string;
}

/** How the cells of a file are read: its own properties hold for the columns that `columns` does not name. */
export interface CellFormat extends ColumnFormat {
  headings: readonly string[];
  columns: ReadonlyMap<number, ColumnFormat>;
}

/** How the cells of a column are read. */
export const columnFormatOf = (format: CellFormat, column: number): ColumnFormat =>
  format.columns.get(column) ?? format;

/**
 * The format of all cells. Times without a zone are in the one chosen for their column, else the one that its heading names, else UTC in
 * exports of this program, else that of the file.
 * @param siteTimezone an IANA name
 */
export function buildCellFormat(
  headings: readonly string[],
  options: Pick<CsvOptions, ColumnOption | 'columns'>,
  siteTimezone: string,
): CellFormat {
  const { date_order, decimal, separator, coordinate_order } = options;
  const timezone = isOwnExport(headings) ? 'UTC' : (options.timezone ?? siteTimezone);
  const columns = headings.flatMap((heading, at): [number, ColumnFormat][] => {
    const chosen = options.columns[at];
    const namedZone = findZoneInHeading(heading);
    if (chosen === undefined && namedZone === undefined) return [];
    const format = {
      date_order: chosen?.date_order ?? date_order,
      decimal: chosen?.decimal ?? decimal,
      separator: chosen?.separator ?? separator,
      coordinate_order: chosen?.coordinate_order ?? coordinate_order,
      timezone: chosen?.timezone ?? namedZone ?? timezone,
    };
    return [[at, format]];
  });
  return { date_order, decimal, separator, coordinate_order, timezone, headings, columns: new Map(columns) };
}
