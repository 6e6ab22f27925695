/** Number of imported and rejected rows. */
import type { Import } from '@waypost/contract/imports/imports';

export function getImportCounts(it: Import) {
  const processed = Number(it.processed ?? 0);
  const failed = Number(it.errors ?? 0);
  const { skipped = 0 } = it;
  return { processed, failed, skipped, posts: Math.max(0, processed - failed - skipped) };
}
