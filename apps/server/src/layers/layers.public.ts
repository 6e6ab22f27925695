/** What others may use of layers. */
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { layerReadScope } from './layers.rules.ts';
import { findLayerMedia } from './layers.sql.ts';

/** Which of these pictures belong to a layer that the viewer may read: those may be looked at. */
export async function findVisibleLayerMedia(
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<number[]> {
  const readable = layerReadScope(viewer);
  return readable === 'none' ? [] : findLayerMedia(tx, ids, { activeOnly: readable === 'active' });
}
