/** Examples of how the cells of a file are read. Pure. */
import type { ImportPreview } from '@waypost/contract/imports/imports';

/** A cell of a mapped column, and how it is read. */
export interface CellExample {
  cell: string;
  read: string;
}

/** The first cell in the rows of the preview that fits. @param fits gets the column too */
export function findExample(
  { rows, maps_to }: ImportPreview,
  fits: (example: CellExample, column: number) => boolean,
): CellExample | null {
  for (const { cells, read: texts } of rows)
    for (const [at, read] of texts.entries()) {
      const cell = cells[at]?.trim() ?? '';
      if (maps_to[at] != null && read !== null && fits({ cell, read }, at)) return { cell, read };
    }
  return null;
}
