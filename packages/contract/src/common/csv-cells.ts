/**
 * Cells of CSV files, shared by export and import. A spreadsheet evaluates a cell that begins with `=` or a similar
 * character as a formula, and reported text must never be executed. Export therefore puts an apostrophe in front of
 * such a cell, and import removes exactly that apostrophe, so that an exported file can be imported without a change
 * (docs/decisions/0010).
 */

/** Text that a spreadsheet may evaluate. Leading apostrophes are included, so that each escape can be undone. */
const formula = /^'*[=+\-@\t\r\n]/;

/** A number is harmless and must stay a number: `-1.28`, `+254700111222`, `-12,5`, `1e-7`. */
const number = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;

const isDangerous = (text: string): boolean => formula.test(text) && !number.test(text);

/** Escapes a text for a CSV cell. `unescapeFormula` reverses it. */
export const escapeFormula = (text: string): string => (isDangerous(text) ? `'${text}` : text);

/** Reverses `escapeFormula`. A cell that was not escaped is returned unchanged. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && isDangerous(cell.slice(1)) ? cell.slice(1) : cell;

/** Excel reads a file as UTF-8 only if it begins with this mark. */
export const byteOrderMark = '\uFEFF';

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const quoteCell = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) || cell.trim() !== cell ? quote(cell) : cell;

/** Formats one line of a CSV file (RFC 4180) with its line end. Every cell is escaped. */
export function formatCsvLine(cells: readonly string[], delimiter = ','): string {
  let line = '';
  for (const [index, cell] of cells.entries()) {
    if (index > 0) line += delimiter;
    // Most cells of an export are empty.
    if (cell !== '') line += quoteCell(escapeFormula(cell), delimiter);
  }
  return `${line}\r\n`;
}

/** The separator of several answers in a cell of an export. */
const exportSeparator = ',';

/**
 * Joins several answers to one cell. An answer that holds the separator, or begins with a quotation mark, is put in quotation marks, which
 * import understands: `"Food, water",Shelter`.
 */
export const joinAnswers = (answers: readonly string[]): string =>
  answers
    .map((answer) => (answer.includes(exportSeparator) || answer.startsWith('"') ? quote(answer) : answer))
    .join(exportSeparator);
