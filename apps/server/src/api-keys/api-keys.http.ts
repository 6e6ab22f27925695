/** HTTP routes of API keys (API v3 §2.20). */
import * as contract from '@waypost/contract/api-keys/api-keys';
import { slicePage } from '../kernel/db/paging.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import { apiKeyPrivileges } from './api-keys.rules.ts';
import { findApiKeys } from './api-keys.sql.ts';
import { viewApiKey } from './api-keys.view.ts';
import { createApiKey, readAuthorizedApiKey, renewApiKey, revokeApiKey } from './save-api-key.ts';

/** Mounts the routes of API keys. */
export function mountApiKeys(mount: MountContext): void {
  route(mount, contract.listApiKeys, async ({ tx, viewer, urls, query }) => {
    requirePrivilege(viewer, apiKeyPrivileges(viewer), 'search', 'apikeys');
    const { results, total } = slicePage(await findApiKeys(tx, query), query);
    const keys = results.map((row) => viewApiKey(viewer, urls, row));
    return listEnvelope(urls, '/apikeys', query, { results: keys, total });
  });
  route(mount, contract.readApiKey, async ({ tx, viewer, urls, params }) =>
    viewApiKey(viewer, urls, await readAuthorizedApiKey(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.createApiKey, async ({ tx, viewer, urls }) => {
    const { row, key } = await createApiKey(tx, viewer);
    return viewApiKey(viewer, urls, row, key);
  });
  route(mount, contract.updateApiKey, async ({ tx, viewer, urls, params }) => {
    const { row, key } = await renewApiKey(tx, viewer, params.id);
    return viewApiKey(viewer, urls, row, key);
  });
  route(mount, contract.deleteApiKey, async ({ tx, viewer, urls, params }) =>
    viewApiKey(viewer, urls, await revokeApiKey(tx, viewer, params.id)),
  );
}
