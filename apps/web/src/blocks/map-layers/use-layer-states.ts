/** Which layers of the map are turned on, and their content. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type MapLayer, type MapLayerStyle, readMapLayerData } from '@waypost/contract/layers/map-layers';
import { call } from '../../api/call.ts';
import { createDeviceStore, useDeviceStore } from '../../api/device-store.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import type { LayerData } from '../map-canvas/layers/layer-data.ts';

/** What the reader has turned on or off, by the id of the layer. */
const chosenLayers = createDeviceStore('waypost.layers', (stored): Record<string, boolean> => {
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(entries.filter(([, isOn]) => typeof isOn === 'boolean'));
});

/** The base map that the reader has chosen: the id of a layer, or 0 for the usual map. */
const chosenBaseMap = createDeviceStore('waypost.base-map', (stored): number | null =>
  typeof stored === 'number' ? stored : null,
);

/** The id of the base map that is drawn: the chosen one, or else the topmost of those that are shown from the start. */
function findBaseMapId(layers: readonly MapLayer[], chosen: number | null): number | undefined {
  const baseMaps = layers.filter(({ is_base_map }) => is_base_map);
  if (chosen === 0 || baseMaps.some(({ id }) => id === chosen)) return chosen ?? undefined;
  return baseMaps.findLast(({ visible_by_default }) => visible_by_default)?.id;
}

/** A layer, and its content if it is turned on. */
export interface LayerState {
  layer: MapLayer;
  isOn: boolean;
  /** Null for tiles of a service and for a style; undefined until it is loaded, like `style`. */
  data: LayerData | null | undefined;
  style: MapLayerStyle | null | undefined;
  isFailed: boolean;
}

const buildDataQuery = ({ id, type, hash }: MapLayer, isOn: boolean) => ({
  // Another content is another query.
  queryKey: [...buildCallKey(readMapLayerData, { params: { id } }), hash],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(readMapLayerData, { params: { id } }, { signal, ignoresRefusal: true }) as Promise<
      LayerData | MapLayerStyle
    >,
  staleTime: Number.POSITIVE_INFINITY,
  enabled: isOn && (type === 'geojson' || type === 'style'),
});

/**
 * @param all from the lowest to the topmost
 * @returns the same with their state, base maps below the others, and a function that turns one on or off
 */
export function useLayerStates(
  all: readonly MapLayer[],
): [LayerState[], (id: number, isOn: boolean) => void] {
  const chosen = useDeviceStore(chosenLayers);
  const baseMapId = findBaseMapId(all, useDeviceStore(chosenBaseMap));
  const layers = all
    .toSorted((a, b) => Number(b.is_base_map) - Number(a.is_base_map))
    .map((layer) => ({
      layer,
      isOn: layer.is_base_map ? layer.id === baseMapId : (chosen[layer.id] ?? layer.visible_by_default),
    }));
  const contents: UseQueryResult<LayerData | MapLayerStyle>[] = useQueries({
    queries: layers.map(({ layer, isOn }) => buildDataQuery(layer, isOn)),
  });
  const states = layers.map(({ layer, isOn }, index) => ({
    layer,
    isOn,
    data: layer.type === 'geojson' ? (contents[index]?.data as LayerData | undefined) : null,
    style: layer.type === 'style' ? (contents[index]?.data as MapLayerStyle | undefined) : null,
    isFailed: contents[index]?.isError === true,
  }));
  const turn = (id: number, isOn: boolean) => {
    const isBaseMap = all.some((layer) => layer.id === id && layer.is_base_map);
    if (isBaseMap) chosenBaseMap.set(isOn ? id : 0);
    else chosenLayers.set({ ...chosenLayers.get(), [id]: isOn });
  };
  return [states, turn];
}
