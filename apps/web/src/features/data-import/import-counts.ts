/** How many rows of an import became posts, and how many did not. */
import type { Import } from '@waypost/contract/imports';

export function countsOf({ processed, errors, skipped = 0 }: Import) {
  const looked = Number(processed ?? 0);
  const failed = Number(errors ?? 0);
  return { looked, failed, skipped, posts: Math.max(0, looked - failed - skipped) };
}
