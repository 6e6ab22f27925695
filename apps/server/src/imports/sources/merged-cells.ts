/**
 * Fills the merged cells of a sheet while its rows are read from the first to the last. A region of merged cells shows the value of its top
 * left cell; what is stored for its other cells is hidden.
 */
import { maxTextLength, type RowBudget } from './bounded-text.ts';
import type { MergedRegion } from './find-merges.ts';

interface FilledRegion extends MergedRegion {
  value: string;
}

/** The merged cells of a sheet. The work for a row does not depend on the number of regions, but on that of columns. */
export class MergedCells {
  /** By their top, and then by their left column. Those that begin in a row need to be known when it is entered. */
  readonly #regions: readonly MergedRegion[];
  #nextRegion = 0;
  /** Regions of the current row by their columns, which no two of them share. */
  #open: MergedRegion[] = [];
  /** Those of them that have a value and begin above the current row. */
  #filled: FilledRegion[] = [];
  /** Those of them that begin in the current row. */
  #started: MergedRegion[] = [];
  /** The row in which the first of the open regions ends. */
  #firstBottom = Number.POSITIVE_INFINITY;
  #row = 0;

  constructor(regions: readonly MergedRegion[]) {
    this.#regions = regions;
  }

  /** Goes to a row below the current one. */
  enterRow(number: number): void {
    this.#row = number;
    this.#started = [];
    if (this.#firstBottom < number) this.#closeRegions();
    for (; ; this.#nextRegion++) {
      const region = this.#regions[this.#nextRegion];
      if (!region || region.top > number) return;
      if (region.bottom >= number) this.#openRegion(region);
    }
  }

  #closeRegions(): void {
    this.#open = this.#open.filter(({ bottom }) => bottom >= this.#row);
    this.#filled = this.#filled.filter(({ bottom }) => bottom >= this.#row);
    this.#firstBottom = this.#open.reduce(
      (first, { bottom }) => Math.min(first, bottom),
      Number.POSITIVE_INFINITY,
    );
  }

  /** The position of the first open region that does not end left of a column. */
  #findPosition(column: number): number {
    let from = 0;
    let to = this.#open.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#open[middle]?.right ?? 0) < column) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Programs do not write overlapping regions: the first one counts. */
  #openRegion(region: MergedRegion): void {
    const position = this.#findPosition(region.left);
    const next = this.#open[position];
    if (next && next.left <= region.right) return;
    this.#open.splice(position, 0, region);
    this.#firstBottom = Math.min(this.#firstBottom, region.bottom);
    if (region.top === this.#row) this.#started.push(region);
  }

  /** Whether a cell of the current row is hidden by the top left one of its region. */
  isHidden(column: number): boolean {
    const region = this.#open[this.#findPosition(column)];
    if (!region || region.left > column) return false;
    return region.left < column || region.top < this.#row;
  }

  /**
   * Fills the regions of the current row, if it has a value of its own: a record whose cells all have several rows is one record. The only
   * value of a row stays in one cell, since it is a title over several columns.
   * @param row the values of the cells that are not hidden
   */
  fillRow(row: string[], budget: RowBudget): void {
    const values = row.reduce((count, value) => count + (value === '' ? 0 : 1), 0);
    if (values === 0) return;
    for (const region of this.#filled) fillRegion(row, region, budget);
    for (const region of this.#started) {
      const value = row[region.left] ?? '';
      if (value === '') continue;
      if (values + this.#filled.length > 1)
        fillRegion(row, { ...region, left: region.left + 1, value }, budget);
      if (region.bottom > this.#row) this.#keepValue(region, value);
    }
  }

  /** Together, the values are not longer than a row may be. */
  #keepValue(region: MergedRegion, value: string): void {
    const length = this.#filled.reduce((sum, filled) => sum + filled.value.length, 0);
    this.#filled.push({ ...region, value: value.slice(0, Math.max(0, maxTextLength - length)) });
  }
}

function fillRegion(row: string[], { left, right, value }: FilledRegion, budget: RowBudget): void {
  while (row.length <= right) row.push('');
  for (let column = left; column <= right; column++) row[column] = budget.fit(value);
}
