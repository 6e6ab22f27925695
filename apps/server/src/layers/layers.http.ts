/** The addresses of layers. */
import * as contract from '@waypost/contract/layers';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { layerPrivileges } from './layers.rules.ts';
import { findLayers } from './layers.sql.ts';
import { viewLayer } from './layers.view.ts';
import { createLayer, deleteLayer, readableLayer, updateLayer } from './save-layer.ts';

export function mountLayers(mount: Mount): void {
  route(mount, contract.listLayers, async ({ tx, viewer, addresses, query }) => {
    require(viewer, layerPrivileges(viewer), 'search', 'layers');
    const { results, total } = await findLayers(tx, query);
    const layers = results.map((row) => viewLayer(viewer, addresses, row));
    return listEnvelope(addresses, '/layers', query, { results: layers, total });
  });
  route(mount, contract.readLayer, async ({ tx, viewer, addresses, params }) =>
    viewLayer(viewer, addresses, await readableLayer(tx, viewer, params.id)),
  );
  route(mount, contract.createLayer, async ({ tx, viewer, addresses, body }) =>
    viewLayer(viewer, addresses, await createLayer(tx, viewer, body)),
  );
  route(mount, contract.updateLayer, async ({ tx, viewer, addresses, params, body }) =>
    viewLayer(viewer, addresses, await updateLayer(tx, viewer, params.id, body)),
  );
  route(mount, contract.deleteLayer, async ({ tx, viewer, addresses, params }) =>
    viewLayer(viewer, addresses, await deleteLayer(tx, viewer, params.id)),
  );
}
