/** What a row that was imported before is recognized by. */
import { createHash } from 'node:crypto';
import { trimCell } from '@waypost/survey-logic/csv/parse-row';
import { addedHeadings } from './rejected-rows-file.ts';
import { placemarkIdColumn } from './sources/places-table.ts';

const fold = (heading: string): string => heading.trim().toLowerCase();
const ignoredHeadings = new Set([...addedHeadings.map(fold), placemarkIdColumn]);

/**
 * The digest of a row by its id and its content: an id is only unique within its file. The order of the columns, empty ones and the case of
 * headings do not matter, and neither do the columns that a file of rejected rows adds, nor ids that may be new with each export.
 * @param columns the heading
 * @param idColumn the column with the id; null for none
 * @returns SHA-256 as hexadecimal digits; null for a row without an id, of which several may be the same
 */
export function digestRow(
  columns: readonly string[],
  cells: readonly string[],
  idColumn: number | null,
): string | null {
  const id = idColumn === null ? '' : trimCell(cells[idColumn] ?? '');
  if (id === '') return null;
  const occurrences = new Map<string, number>();
  const content = cells
    .map((cell, column) => {
      const heading = fold(columns[column] ?? '');
      // Columns of one heading differ by their order.
      const occurrence = (occurrences.get(heading) ?? 0) + 1;
      occurrences.set(heading, occurrence);
      return [heading, occurrence, trimCell(cell).normalize('NFC')] as const;
    })
    .filter(([heading, , text]) => text !== '' && !ignoredHeadings.has(heading))
    .map((entry) => JSON.stringify(entry))
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([id, content]))
    .digest('hex');
}
