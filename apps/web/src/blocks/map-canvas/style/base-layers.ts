/** The base maps a deployment or reader can choose. */
import {
  type BaseLayer,
  baseLayers,
  isOwnMap,
  type OwnBaseLayer,
} from '@waypost/contract/settings/base-layers';

/** The base layer from our own archive. */
export const DEFAULT_BASE_LAYER: BaseLayer = 'embedded';

/** Names of older deployments. */
const LEGACY_NAMES: ReadonlyMap<string, BaseLayer> = new Map([
  ['MapQuest', 'streets'],
  ['MapQuestAerial', 'satellite'],
  ['hOSM', 'humanitarian'],
]);

/** The base layer for a name from the API; unknown names become the embedded one. */
export function parseBaseLayer(name: string | null | undefined): BaseLayer {
  if (name == null) return DEFAULT_BASE_LAYER;
  return baseLayers.find((layer) => layer === name) ?? LEGACY_NAMES.get(name) ?? DEFAULT_BASE_LAYER;
}

/** The name for clients that know only the older layers. */
export function toLegacyLayerName(layer: BaseLayer): string {
  if (layer === 'satellite') return 'MapQuestAerial';
  return layer === 'humanitarian' ? 'hOSM' : 'MapQuest';
}

/** Raster tiles of an external server; requested only after the reader or the deployment has chosen them. */
export interface ExternalLayer {
  tiles: readonly string[];
  /** Origins that a content security policy must let the browser connect to. */
  origins: readonly string[];
  /** HTML, shown on the map as the provider demands. */
  attribution: string;
  /** Colour of the sea at low zooms, for what the map shows beyond the tiles. */
  sea: string;
  maxZoom: number;
}

const OSM_ATTRIBUTION =
  '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a>';

const EXTERNAL_LAYERS: Readonly<Record<Exclude<BaseLayer, OwnBaseLayer>, ExternalLayer>> = {
  satellite: {
    tiles: ['https://server.arcgisonline.com/ArcGIS/rest/services/World_Imagery/MapServer/tile/{z}/{y}/{x}'],
    origins: ['https://server.arcgisonline.com'],
    attribution:
      '<a href="https://www.esri.com" target="_blank" rel="noopener">Esri</a>, Maxar, Earthstar Geographics, GIS User Community',
    sea: '#0B1D38',
    maxZoom: 19,
  },
  streets: {
    tiles: ['https://tile.openstreetmap.org/{z}/{x}/{y}.png'],
    origins: ['https://tile.openstreetmap.org'],
    attribution: OSM_ATTRIBUTION,
    sea: '#AAD3DF',
    maxZoom: 19,
  },
  humanitarian: {
    tiles: ['https://tile-a.openstreetmap.fr/hot/{z}/{x}/{y}.png'],
    origins: ['https://tile-a.openstreetmap.fr'],
    attribution: `${OSM_ATTRIBUTION}, <a href="https://www.hotosm.org" target="_blank" rel="noopener">HOT</a>, <a href="https://openstreetmap.fr" target="_blank" rel="noopener">OSM France</a>`,
    sea: '#90CCCB',
    maxZoom: 19,
  },
};

/** The external service of a base layer, or null for our own map. */
export function findExternalLayer(layer: BaseLayer): ExternalLayer | null {
  return isOwnMap(layer) ? null : EXTERNAL_LAYERS[layer];
}
