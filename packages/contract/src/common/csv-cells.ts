/**
 * Cells of CSV files, as export writes them and import reads them. A spreadsheet takes a cell that begins with `=` and the
 * like for a formula, and what people report must never be run: such a cell leaves with an apostrophe in front, and import
 * takes exactly that apostrophe away again, so that a file that went out comes in as it was (docs/decisions/0010).
 */

/** What a spreadsheet may take for a formula, with any number of apostrophes in front, so that each one can be undone. */
const formula = /^'*[=+\-@\t\r\n]/;

/** A number runs nothing, and has to stay one: `-1.28`, `+254700111222`, `-12,5`, `1e-7`. */
const number = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;

const isDangerous = (text: string): boolean => formula.test(text) && !number.test(text);

/** A text as it goes into a cell. `unescapeFormula` takes it back. */
export const escapeFormula = (text: string): string => (isDangerous(text) ? `'${text}` : text);

/** The text that a cell stands for; a cell that no export has touched stays as it is. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && isDangerous(cell.slice(1)) ? cell.slice(1) : cell;

/** Excel reads a file as UTF-8 only when it begins with this. */
export const byteOrderMark = '\uFEFF';

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** One line of a file (RFC 4180), its end included; every cell is made harmless. */
export const formatCsvLine = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map((cell) => quoted(escapeFormula(cell), delimiter)).join(delimiter)}\r\n`;
