/** Examples of how the cells of a file are read. Pure. */
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { showCells } from '@waypost/survey-logic/csv/column-mapping';
import { listColumns } from './mapping-fields.ts';

/** The cells of a field, and how they are read. */
export interface CellExample {
  cell: string;
  read: string;
}

/** The first cell in the rows of the preview that fits. @param fits gets the first column too */
export function findExample(
  { rows, maps_to }: ImportPreview,
  fits: (example: CellExample, column: number) => boolean,
): CellExample | null {
  for (const { cells, read: texts } of rows)
    for (const [at, read] of texts.entries()) {
      const target = maps_to[at] ?? null;
      const cell = target === null ? '' : showCells(cells, listColumns(maps_to, target));
      if (target !== null && read !== null && fits({ cell, read }, at)) return { cell, read };
    }
  return null;
}
