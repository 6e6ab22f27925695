import type { Import } from '@waypost/contract/imports/imports';

/** Number of imported and rejected rows. */
export function getImportCounts(importRecord: Import) {
  const processed = Number(importRecord.processed ?? 0);
  const failed = Number(importRecord.errors ?? 0);
  const { skipped = 0 } = importRecord;
  return { processed, failed, skipped, posts: Math.max(0, processed - failed - skipped) };
}
