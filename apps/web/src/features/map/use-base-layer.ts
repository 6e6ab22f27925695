/** The base map chosen on this device, else that of the deployment. The choice is stored only on the device. */
import type { BaseLayer } from '@waypost/contract/settings/base-layers';
import { useConfig } from '../../api/config.ts';
import { createDeviceStore, useDeviceStore } from '../../api/device-store.ts';
import { parseBaseLayer } from '../../blocks/map-canvas/style/base-layers.ts';

const chosenBaseLayer = createDeviceStore('waypost.base-layer', (stored): BaseLayer | null =>
  typeof stored === 'string' ? parseBaseLayer(stored) : null,
);

/** @returns the layer and a function to choose another */
export function useBaseLayer(): readonly [BaseLayer, (layer: BaseLayer) => void] {
  const { map } = useConfig();
  return [useDeviceStore(chosenBaseLayer) ?? map.default_view.basemap ?? 'embedded', chosenBaseLayer.set];
}
