/** Draws layers, and finds their features under the pointer. Loaded only where there are any, since most maps have none. */
import type { MapLayer, MapLayerStyle } from '@waypost/contract/layers/map-layers';
import {
  addProtocol,
  type ExpressionSpecification,
  type LayerSpecification,
  type MapMouseEvent,
  type PointLike,
  removeProtocol,
  type SourceSpecification,
} from 'maplibre-gl';
import type { MapEngine } from '../engine/map-engine.ts';
import type { LatLon } from '../map-types.ts';
import { PIN_LAYERS } from '../pins/prepared-pins.ts';
import { fetchLayerTile } from './fetch-layer-tile.ts';
import type { LayerData } from './layer-data.ts';
import type { MapOverlay } from './map-overlay.ts';
import { addStyleImages } from './style-images.ts';
import { buildStyleLayers, buildStyleSources } from './style-layers.ts';

/** A layer with its content. */
export type DrawnLayer = Pick<
  MapLayer,
  'id' | 'hash' | 'color' | 'opacity' | 'attribution' | 'bounds' | 'min_zoom' | 'max_zoom'
> & {
  /** Null for tiles of a service and for a style. */
  data: LayerData | null;
  style: MapLayerStyle | null;
};

/** A feature that was clicked. */
export interface FeatureHit {
  layerId: number;
  /** Place in the list of the layer's features. */
  index: number;
  at: LatLon;
}

/** Tolerance around the pointer, for touch. */
const HIT_RADIUS_PX = 6;
/** Share of the opacity of a layer that its areas have, so that the map is visible beneath. */
const AREA_OPACITY = 0.25;

const hasGeometry = (...types: string[]): ExpressionSpecification => [
  'match',
  ['geometry-type'],
  types.flatMap((type) => [type, `Multi${type}`]),
  true,
  false,
];
const sourceName = ({ id }: Pick<DrawnLayer, 'id'>) => `layer-${id}`;

function buildLayers(layer: DrawnLayer): LayerSpecification[] {
  const { color, opacity } = layer;
  const source = sourceName(layer);
  if (layer.style) return buildStyleLayers(source, layer.style);
  if (!layer.data) return [{ id: source, type: 'raster', source, paint: { 'raster-opacity': opacity } }];
  return [
    {
      id: `${source}-area`,
      type: 'fill',
      source,
      filter: hasGeometry('Polygon'),
      paint: { 'fill-color': color, 'fill-opacity': opacity * AREA_OPACITY },
    },
    {
      id: `${source}-line`,
      type: 'line',
      source,
      filter: hasGeometry('Polygon', 'LineString'),
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': color, 'line-width': 2, 'line-opacity': opacity },
    },
    {
      id: `${source}-point`,
      type: 'circle',
      source,
      filter: hasGeometry('Point'),
      paint: {
        'circle-color': color,
        'circle-radius': 5,
        'circle-opacity': opacity,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1.5,
        'circle-stroke-opacity': opacity,
      },
    },
  ];
}

/** Everything that the drawing of layers depends on; the hash stands for the content. */
const describeLayers = (layers: readonly DrawnLayer[]): string =>
  JSON.stringify(
    layers.map(({ id, hash, color, opacity, attribution, bounds, min_zoom, max_zoom }) => [
      [id, hash, color, opacity, attribution],
      [bounds, min_zoom, max_zoom],
    ]),
  );

/** A text as HTML that shows it, since the library takes attributions as HTML. */
function toHtml(text: string): string {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
}

let instanceCount = 0;

/** The layers of one map. */
export class LayerDrawing {
  readonly #engine: MapEngine;
  /** The library compares styles by their text: content inside a style would be compared with each change. */
  readonly #scheme = `layers${instanceCount++}`;
  readonly #stopListening: () => void;
  #layers: readonly DrawnLayer[] = [];
  #removeImages: () => void = () => undefined;

  /** @param onHit called with the feature that was clicked; null for a click on anything else */
  constructor(engine: MapEngine, onHit: (hit: FeatureHit | null) => void) {
    this.#engine = engine;
    const map = engine.getLibraryMap();
    addProtocol(this.#scheme, async ({ url, type }, { signal }) => ({
      data: type === 'json' ? this.#findData(url) : await fetchLayerTile(url, type, signal),
    }));
    const click = map.on('click', (event: MapMouseEvent) => onHit(this.#findHit(event)));
    const move = map.on('mousemove', (event: MapMouseEvent) => {
      if (this.#findHit(event)) map.getCanvas().style.cursor = 'pointer';
    });
    this.#stopListening = () => {
      click.unsubscribe();
      move.unsubscribe();
    };
  }

  /** Draws these layers instead of the present ones. @param layers from the lowest to the topmost */
  draw(layers: readonly DrawnLayer[]): void {
    const isSame = describeLayers(layers) === describeLayers(this.#layers);
    this.#layers = layers;
    if (isSame) return;
    const overlay: MapOverlay = { sources: {}, layers: layers.flatMap(buildLayers) };
    for (const layer of layers) Object.assign(overlay.sources, this.#buildSources(layer));
    this.#engine.setOverlay(overlay);
    this.#removeImages();
    const removals = layers.map(({ id, hash, style }) =>
      style ? addStyleImages(this.#engine.getLibraryMap(), { id, hash, style }) : () => undefined,
    );
    this.#removeImages = () => removals.forEach((remove) => remove());
  }

  /** Stops listening; the map is being removed. */
  destroy(): void {
    this.#stopListening();
    removeProtocol(this.#scheme);
  }

  #buildUrl({ id, hash }: DrawnLayer): string {
    return `${this.#scheme}://${id}/${hash}`;
  }

  #buildSources(layer: DrawnLayer): Record<string, SourceSpecification> {
    const name = sourceName(layer);
    const url = this.#buildUrl(layer);
    const attribution = toHtml(layer.attribution);
    if (layer.style) return buildStyleSources(name, layer.style, { tileUrl: url, attribution });
    if (layer.data) return { [name]: { type: 'geojson', data: url, generateId: true, attribution } };
    const { bounds, min_zoom: minzoom, max_zoom: maxzoom } = layer;
    return {
      [name]: {
        type: 'raster',
        tiles: [`${url}/{z}/{x}/{y}`],
        tileSize: 256,
        attribution,
        ...(bounds && { bounds }),
        ...(minzoom !== null && { minzoom }),
        ...(maxzoom !== null && { maxzoom }),
      },
    };
  }

  #findData(url: string): object {
    const layer = this.#layers.find((it) => url === this.#buildUrl(it));
    return layer?.data ?? { type: 'FeatureCollection', features: [] };
  }

  #findHit({ point: { x, y }, lngLat }: MapMouseEvent): FeatureHit | null {
    const map = this.#engine.getLibraryMap();
    const box: [PointLike, PointLike] = [
      [x - HIT_RADIUS_PX, y - HIT_RADIUS_PX],
      [x + HIT_RADIUS_PX, y + HIT_RADIUS_PX],
    ];
    const find = (layers: string[]) =>
      map.queryRenderedFeatures(box, { layers: layers.filter((layer) => map.getLayer(layer)) });
    if (find(Object.values(PIN_LAYERS)).length > 0) return null;
    const drawn = this.#layers.filter(({ data }) => data !== null);
    const [feature] = find(drawn.flatMap(buildLayers).map(({ id }) => id));
    if (!feature || typeof feature.id !== 'number') return null;
    const { lat, lng: lon } = lngLat.wrap();
    return { layerId: Number(feature.source.slice('layer-'.length)), index: feature.id, at: { lat, lon } };
  }
}
