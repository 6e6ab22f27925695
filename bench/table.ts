/** Formats a table for a terminal. */

/** Three significant digits, at most two decimals, thousands separators; a dash for missing values. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const integerDigits = value === 0 ? 3 : Math.floor(Math.log10(Math.abs(value))) + 1;
  const decimals = Math.min(2, Math.max(0, 3 - integerDigits));
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/**
 * Aligned columns, with a line under the header.
 * @param textColumns number of leading text columns, which are left-aligned; numbers are right-aligned
 */
export function alignColumns(table: readonly string[][], textColumns: number): string[] {
  const columns = table[0] ?? [];
  const widths = columns.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const fitted = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return column < textColumns ? cell.padEnd(width) : cell.padStart(width);
  };
  const [heads = '', ...lines] = table.map((row) => row.map(fitted).join('  ').trimEnd());
  return [heads, widths.map((width) => '─'.repeat(width)).join('  '), ...lines];
}
