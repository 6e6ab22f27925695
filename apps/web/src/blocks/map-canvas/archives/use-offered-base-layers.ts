import { type BaseLayer, baseLayers } from '@waypost/contract/settings/base-layers';
import { useArchiveLayers } from './use-archive-layers.ts';

/** The base layers to choose from: `detailed` only where a street map is drawn in it, or where it is chosen. */
export function useOfferedBaseLayers(current: BaseLayer): BaseLayer[] {
  const hasStreets = useArchiveLayers().some(({ schema }) => schema !== 'raster');
  return baseLayers.filter((layer) => layer !== 'detailed' || layer === current || hasStreets);
}
