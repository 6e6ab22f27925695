/** Which pages a list offers links to: at most five, around the one that is shown (spec 3 §9), without first and last. */
const most = 5;

/**
 * @param page the shown one, from 1
 * @param pages how many there are
 */
export function pagesAround(page: number, pages: number): number[] {
  const count = Math.min(most, pages);
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - count + 1));
  return Array.from({ length: count }, (_, at) => first + at);
}
