/**
 * Finds the merged cells of a sheet. Its XML names them after all rows, so they are looked for in its bytes first: most of a sheet is passed
 * over without reading its elements.
 */
import { parseCellReference } from './cell-reference.ts';

/** A region of merged cells; rows from 1, columns from 0, all inclusive. */
export interface MergedRegion {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Regions that are read. */
const maxRegions = 100_000;
/** Characters of a tag that may be split between two pieces: a longer one is not read. */
const maxTagLength = 1000;

/** A name may have a namespace prefix. */
const endOfRows = /<\/(?:[^\s<>/:]+:)?sheetData\s*>/;
const nextTags = /<\/(?:[^\s<>/:]+:)?sheetData\s*>|<(?:[^\s<>/:]+:)?mergeCell\s[^<>]*>/g;

/** The region of a reference such as `A2:B3`; undefined if it is none or has one cell only. */
function parseRegion(reference: string, maxColumns: number): MergedRegion | undefined {
  const [from, to, ...others] = reference.split(':').map(parseCellReference);
  if (!from || !to || others.length > 0) return undefined;
  const region = {
    top: Math.min(from.row, to.row),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.row, to.row),
    right: Math.min(Math.max(from.column, to.column), maxColumns - 1),
  };
  const isVisible = region.left < maxColumns;
  const isOneCell = region.top === region.bottom && region.left === region.right;
  return isVisible && !isOneCell ? region : undefined;
}

/** The start of a tag that ends in the next piece, if there is one. */
function findOpenTag(text: string): string {
  const start = text.lastIndexOf('<');
  const isOpen = start >= 0 && text.length - start < maxTagLength && !text.includes('>', start);
  return isOpen ? text.slice(start) : '';
}

/** Passes over the rows. @returns what follows; undefined if the rows do not end in the text */
function findTextAfterRows(text: string): string | undefined {
  if (!text.includes('sheetData')) return undefined;
  const end = endOfRows.exec(text);
  return end ? text.slice(end.index) : undefined;
}

/**
 * The merged regions of a sheet, by their top and then by their left column. Regions beyond the columns are left out.
 * @param bytes the XML of the sheet
 */
export async function findMerges(bytes: AsyncIterable<Buffer>, maxColumns: number): Promise<MergedRegion[]> {
  let regions: MergedRegion[] = [];
  let isAfterRows = false;
  let openTag = '';
  for await (const chunk of bytes) {
    // One character for each byte: names of elements and references are ASCII.
    const text = openTag + chunk.toString('latin1');
    openTag = findOpenTag(text);
    const next = isAfterRows ? text : findTextAfterRows(text);
    if (next === undefined) continue;
    isAfterRows = true;
    for (const [tag] of next.matchAll(nextTags)) {
      // A text of a row may look like the end of the rows.
      if (tag.startsWith('</')) regions = [];
      const reference = /\sref\s*=\s*["']([^"']*)["']/.exec(tag)?.[1];
      const region = reference === undefined ? undefined : parseRegion(reference, maxColumns);
      if (region && regions.length < maxRegions) regions.push(region);
    }
  }
  return regions.sort((one, other) => one.top - other.top || one.left - other.left);
}
