/** The base map chosen on this device, on whichever map, else that of the deployment. The choice is stored only on the device. */
import { type BaseLayer, isOwnMap } from '@waypost/contract/settings/base-layers';
import { useConfig } from '../../api/config.ts';
import { createDeviceStore, useDeviceStore } from '../../api/device-store.ts';
import { DEFAULT_BASE_LAYER, parseBaseLayer } from './style/base-layers.ts';

const chosenBaseLayer = createDeviceStore('waypost.base-layer', (stored): BaseLayer | null =>
  typeof stored === 'string' ? parseBaseLayer(stored) : null,
);

/**
 * @param options.isOwnByDefault whether no external service is contacted before somebody has chosen one on this device
 * @returns the layer and a function to choose another
 */
export function useBaseLayer({
  isOwnByDefault = false,
} = {}): readonly [BaseLayer, (layer: BaseLayer) => void] {
  const { basemap = DEFAULT_BASE_LAYER } = useConfig().map.default_view;
  const usual = isOwnByDefault && !isOwnMap(basemap) ? DEFAULT_BASE_LAYER : basemap;
  return [useDeviceStore(chosenBaseLayer) ?? usual, chosenBaseLayer.set];
}
