/** Public interface of the domain `layers`. */
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { layerReadScope } from './layers.rules.ts';
import { findLayerMedia } from './layers.sql.ts';

export { encryptPlaintextAddresses } from './layer-address.ts';
export { encryptPlaintextOptions } from './layer-options.ts';

/** Those of the media ids that belong to a layer which the viewer may read. */
export async function findVisibleLayerMedia(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<number[]> {
  const scope = layerReadScope(viewer);
  return scope === 'none' ? [] : findLayerMedia(tx, ids, { activeOnly: scope === 'active' });
}
