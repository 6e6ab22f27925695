/** A list links to at most five pages, around the current one (spec 3 §9), without first and last. */
const maxVisiblePages = 5;

/**
 * The page numbers to link to.
 * @param page the current page, from 1
 * @param pageCount number of pages
 */
export function listVisiblePages(page: number, pageCount: number): number[] {
  const count = Math.min(maxVisiblePages, pageCount);
  const first = Math.max(1, Math.min(page - Math.floor(maxVisiblePages / 2), pageCount - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
