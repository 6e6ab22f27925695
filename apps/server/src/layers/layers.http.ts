/** HTTP routes of layers (API v3 §2.21). */
import * as contract from '@waypost/contract/layers/layers';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import { layerPrivileges } from './layers.rules.ts';
import { findLayers } from './layers.sql.ts';
import { viewLayer } from './layers.view.ts';
import { createLayer, deleteLayer, requireReadableLayer, updateLayer } from './save-layer.ts';

/** Mounts the routes of layers. */
export function mountLayers(mount: MountContext): void {
  route(mount, contract.listLayers, async ({ tx, viewer, urls, query }) => {
    requirePrivilege(viewer, layerPrivileges(viewer), 'search', 'layers');
    const { results, total } = await findLayers(tx, query);
    const layers = results.map((row) => viewLayer(viewer, urls, row));
    return listEnvelope(urls, '/layers', query, { results: layers, total });
  });
  route(mount, contract.readLayer, async ({ tx, viewer, urls, params }) =>
    viewLayer(viewer, urls, await requireReadableLayer(tx, viewer, params.id)),
  );
  route(mount, contract.createLayer, async ({ tx, viewer, urls, body }) =>
    viewLayer(viewer, urls, await createLayer(tx, viewer, body)),
  );
  route(mount, contract.updateLayer, async ({ tx, viewer, urls, params, body }) =>
    viewLayer(viewer, urls, await updateLayer(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteLayer, async ({ tx, viewer, urls, params }) =>
    viewLayer(viewer, urls, await deleteLayer(tx, viewer, params.id)),
  );
}
