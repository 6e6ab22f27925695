/** The order of the current street maps and of those that saved areas hold. Pure. */
import type { Bounds } from '../map-types.ts';
import type { ArchiveLayer } from './archive-layer.ts';

const joinBoxes = (a: Bounds, b: Bounds): Bounds => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

/**
 * What a map draws from the lowest to the topmost without a network: the current maps, and above them those of areas that hold another
 * one, in the order of their time. Where nothing is stored of a map, those below it are visible.
 * @param areas the maps of each saved area, the newest area first
 */
export function stackStoredLayers(
  current: readonly ArchiveLayer[],
  areas: readonly (readonly ArchiveLayer[])[],
): ArchiveLayer[] {
  const currentKeys = new Set(current.map(({ key }) => key));
  const stack = new Map(current.map((layer) => [layer.key, layer]));
  for (const layers of areas.toReversed()) {
    if (layers.every(({ key }) => currentKeys.has(key))) continue;
    for (const layer of layers) {
      const other = stack.get(layer.key);
      // Maps that are set again go to the top.
      stack.delete(layer.key);
      stack.set(layer.key, other ? { ...other, bounds: joinBoxes(other.bounds, layer.bounds) } : layer);
    }
  }
  return [...stack.values()];
}
