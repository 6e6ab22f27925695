/** Keeps link previews for a moment: a shared link is opened by many people at once. */
import { readDataVersion } from '../browse/browse.public.ts';
import { ttlCache } from '../kernel/cache/ttl-cache.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import type { PagePreview } from '../kernel/http/web-client.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import { readPagePreview } from './read-preview.ts';

/** How long a preview is kept, unless the data or the settings change. */
const cacheTtlMs = 5000;

/**
 * Creates the function that reads the preview of a page by its path and query. A preview is kept for one version of the data,
 * which is read for each page: what is withdrawn, deleted or closed to visitors is in no preview after that.
 */
export function createPreviewReader(
  db: Db,
  readDeploymentState: (tx: Tx) => Promise<DeploymentState>,
): (url: string) => Promise<PagePreview> {
  // By the version of the data and the URL, which has no spaces.
  const previews = ttlCache(cacheTtlMs, (key) =>
    inTransaction(db, 'reads', async (tx) =>
      readPagePreview(tx, key.slice(key.indexOf(' ') + 1), await readDeploymentState(tx)),
    ),
  );
  return async (url) => previews(`${await inTransaction(db, 'reads', readDataVersion)} ${url}`);
}
