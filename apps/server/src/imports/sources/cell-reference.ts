/** References of the cells of a workbook, such as `AB7`. */

/** Rows of a sheet that programs allow. */
export const maxRows = 1_048_576;

/** The index of a column from the reference of a cell, from 0; -1 if it has none. */
export function parseColumn(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The row, from 1, and the column, from 0, of a cell; undefined if the reference is none. */
export function parseCellReference(reference: string): { row: number; column: number } | undefined {
  const row = Number(/^\$?[A-Z]{1,3}\$?(\d{1,7})$/.exec(reference)?.[1]);
  return row >= 1 && row <= maxRows ? { row, column: parseColumn(reference.replace('$', '')) } : undefined;
}
