/** The base map that this reader chose on this device, else the deployment's; neither leaves the machine unless somebody chose so. */
import type { BaseLayer } from '@waypost/contract/settings/settings';
import { useConfig } from '../../api/config.ts';
import { createDeviceStore, useDeviceStore } from '../../api/device-store.ts';
import { parseBaseLayer } from '../../blocks/map-canvas/style/base-layers.ts';

const chosenBaseLayer = createDeviceStore('waypost.base-layer', (it): BaseLayer | null =>
  typeof it === 'string' ? parseBaseLayer(it) : null,
);

/** @returns the layer, and what chooses another */
export function useBaseLayer(): readonly [BaseLayer, (layer: BaseLayer) => void] {
  const { map } = useConfig();
  return [useDeviceStore(chosenBaseLayer) ?? map.default_view.basemap ?? 'embedded', chosenBaseLayer.set];
}
