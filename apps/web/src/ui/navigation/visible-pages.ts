/** Which pages a list offers links to: at most five, around the one that is shown (spec 3 §9), without first and last. */
const maxVisiblePages = 5;

/**
 * @param page the shown one, from 1
 * @param pageCount how many there are
 */
export function listVisiblePages(page: number, pageCount: number): number[] {
  const count = Math.min(maxVisiblePages, pageCount);
  const first = Math.max(1, Math.min(page - Math.floor(maxVisiblePages / 2), pageCount - count + 1));
  return Array.from({ length: count }, (_, at) => first + at);
}
