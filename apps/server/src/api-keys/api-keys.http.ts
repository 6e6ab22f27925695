/** The addresses of API keys. */
import * as contract from '@waypost/contract/api-keys';
import { sliceOf } from '../kernel/paging.ts';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { apiKeyPrivileges } from './api-keys.rules.ts';
import { findApiKeys } from './api-keys.sql.ts';
import { viewApiKey } from './api-keys.view.ts';
import { apiKeyFor, createApiKey, renewApiKey, revokeApiKey } from './make-api-key.ts';

export function mountApiKeys(mount: Mount): void {
  route(mount, contract.listApiKeys, async ({ tx, viewer, addresses, query }) => {
    require(viewer, apiKeyPrivileges(viewer), 'search', 'apikeys');
    const { results, total } = sliceOf(await findApiKeys(tx, query), query);
    const keys = results.map((row) => viewApiKey(viewer, addresses, row));
    return listEnvelope(addresses, '/apikeys', query, { results: keys, total });
  });
  route(mount, contract.readApiKey, async ({ tx, viewer, addresses, params }) =>
    viewApiKey(viewer, addresses, await apiKeyFor(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.createApiKey, async ({ tx, viewer, addresses }) => {
    const { row, key } = await createApiKey(tx, viewer);
    return viewApiKey(viewer, addresses, row, key);
  });
  route(mount, contract.updateApiKey, async ({ tx, viewer, addresses, params }) => {
    const { row, key } = await renewApiKey(tx, viewer, params.id);
    return viewApiKey(viewer, addresses, row, key);
  });
  route(mount, contract.deleteApiKey, async ({ tx, viewer, addresses, params }) =>
    viewApiKey(viewer, addresses, await revokeApiKey(tx, viewer, params.id)),
  );
}
