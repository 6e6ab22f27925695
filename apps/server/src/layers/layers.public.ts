/** What others may use of layers. */
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { readableLayers } from './layers.rules.ts';
import { findPictures } from './layers.sql.ts';

/** Which of these pictures belong to a layer that the viewer may read: those may be looked at. */
export async function picturesOfLayers(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  const readable = readableLayers(viewer);
  return readable === 'none' ? [] : findPictures(tx, ids, { activeOnly: readable === 'active' });
}
