/** The address of what would go, and the daily job that lets it go. */
import { previewRetention } from '@waypost/contract/retention';
import type { FileStore } from '../kernel/file-store.ts';
import { type Mount, route } from '../kernel/route.ts';
import { keepRetention, previewOf, retentionKeeper } from './keep-retention.ts';

export function mountPrivacy(mount: Mount, store: FileStore): void {
  mount.jobs.handle(keepRetention, retentionKeeper(mount.db, store));
  mount.jobs.schedule(keepRetention, '23 4 * * *');
  route(mount, previewRetention, ({ tx, query }) => previewOf(tx, query));
}
