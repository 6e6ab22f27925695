/** The base map that this reader chose on this device, else the deployment's; neither leaves the machine unless somebody chose so. */
import type { BaseLayer } from '@waypost/contract/settings';
import { useConfig } from '../../api/config.ts';
import { storedOnDevice, useStore } from '../../api/store.ts';
import { baseLayerFromWire } from '../../blocks/map-canvas/base-layers.ts';

const chosen = storedOnDevice('waypost.base-layer', (it): BaseLayer | null =>
  typeof it === 'string' ? baseLayerFromWire(it) : null,
);

/** @returns the layer, and what chooses another */
export function useBaseLayer(): readonly [BaseLayer, (layer: BaseLayer) => void] {
  const { map } = useConfig();
  return [useStore(chosen) ?? map.default_view.basemap ?? 'embedded', chosen.set];
}
