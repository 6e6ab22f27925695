/** How a layer is drawn, as its options say. */
import type { Layer } from '@waypost/contract/layers/layers';
import { LayerLook } from '@waypost/contract/layers/map-layers';

/** The options as an object. */
export const readOptions = ({ options }: Pick<Layer, 'options'>): Record<string, unknown> =>
  options === null || Array.isArray(options) ? {} : options;

/** The look, with defaults for what is absent or invalid. */
export const readLook = (layer: Pick<Layer, 'options'>): LayerLook => LayerLook.parse(readOptions(layer));

/** The names of the layers of a WMS. */
export function readServiceLayers(layer: Pick<Layer, 'options'>): string {
  const { layers } = readOptions(layer);
  return typeof layers === 'string' ? layers : '';
}
