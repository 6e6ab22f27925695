import type { GeoJSONSource, Map as MapLibreMap, MapMouseEvent, PointLike } from 'maplibre-gl';
import { fitCluster, isOneCell } from '../engine/camera.ts';
import { projectPlace } from '../engine/project-place.ts';
import type { Bounds, LatLon, PinCluster } from '../map-types.ts';
import { PIN_SOURCE } from '../style/pin-layers.ts';
import { PinButtons, type PinTarget, type PinTexts } from './pin-buttons.ts';
import { type PinHit, uniqueHits } from './pin-hits.ts';
import { CLUSTER_MAX_ZOOM, PIN_LAYERS } from './prepared-pins.ts';

/** What the user can do with pins. */
export interface PinEvents {
  onPinSelect: (postId: number, at: LatLon) => void;
  onClusterSelect: (cluster: PinCluster) => void;
  /** A click or tap that hits no pin. */
  onClick: (at: LatLon) => void;
}

type ClusterHit = Extract<PinHit, { kind: 'cluster' }>;

const PIN_LAYER_IDS = [PIN_LAYERS.selected, PIN_LAYERS.single, PIN_LAYERS.cluster];
/** Tolerance around the pointer, for touch. */
const HIT_RADIUS_PX = 6;
/** Zoom steps into a server's cluster without bounds. */
const ZOOM_STEPS = 2;
/** Half the size of a pin: bounds of posts at the same place. */
const SPOT_PIXELS = 12;

/** Interaction with pins by pointer and keyboard. */
export class PinInteraction {
  readonly #map: MapLibreMap;
  readonly #events: PinEvents;
  readonly #buttons: PinButtons;

  constructor(map: MapLibreMap, texts: PinTexts, events: PinEvents) {
    this.#map = map;
    this.#events = events;
    this.#buttons = new PinButtons({
      precedingElement: map.getCanvasContainer(),
      texts,
      project: (at) => projectPlace(map, at),
      onActivate: (hit) => this.#activate(hit),
    });
    map.on('click', (event) => this.#onClick(event));
    map.on('mousemove', (event) => {
      map.getCanvas().style.cursor = this.#hitsAt(event.point).length > 0 ? 'pointer' : '';
    });
    map.on('idle', () => this.#buttons.update(this.#hitsAt()));
    // Pins may be rendered before the base map, which can take long on a slow connection; or not yet.
    const updateEarly = () => {
      const hits = this.#hitsAt();
      if (hits.length > 0) this.#buttons.update(hits);
    };
    map.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
      if (sourceId === PIN_SOURCE && isSourceLoaded) map.once('render', updateEarly);
    });
    map.on('move', () => this.#buttons.updatePositions());
  }

  setTexts(texts: PinTexts): void {
    this.#buttons.setTexts(texts);
  }

  /** Focuses the button of a pin, or of what stands in its place. @returns whether there is a pin at all */
  focusPin(target: PinTarget): boolean {
    return this.#buttons.focus(target);
  }

  destroy(): void {
    this.#buttons.destroy();
  }

  /** Pins near a point of the screen, or all that are rendered. */
  #hitsAt(point?: { x: number; y: number }): PinHit[] {
    const layers = PIN_LAYER_IDS.filter((layer) => this.#map.getLayer(layer));
    if (layers.length === 0) return [];
    if (!point) return uniqueHits(this.#map.queryRenderedFeatures({ layers }));
    const box: [PointLike, PointLike] = [
      [point.x - HIT_RADIUS_PX, point.y - HIT_RADIUS_PX],
      [point.x + HIT_RADIUS_PX, point.y + HIT_RADIUS_PX],
    ];
    return uniqueHits(this.#map.queryRenderedFeatures(box, { layers }));
  }

  #onClick(event: MapMouseEvent): void {
    const distance = (hit: PinHit) => {
      const { x, y } = projectPlace(this.#map, hit.at);
      return Math.hypot(x - event.point.x, y - event.point.y);
    };
    const hits = this.#hitsAt(event.point).sort((a, b) => distance(a) - distance(b));
    const [hit] = hits;
    const posts = [...new Set(hits.flatMap((it) => (it.kind === 'post' ? it.id : [])))];
    // Overlapping pins: the user chooses in the list.
    if (hit?.kind === 'post' && posts.length > 1)
      this.#events.onClusterSelect({
        center: hit.at,
        count: posts.length,
        bounds: this.#boundsAround(hit.at),
        postIds: posts,
      });
    else if (hit) this.#activate(hit);
    else this.#events.onClick({ lat: event.lngLat.lat, lon: event.lngLat.wrap().lng });
  }

  #activate(hit: PinHit): void {
    if (hit.kind === 'post') this.#events.onPinSelect(hit.id, hit.at);
    else if (hit.clusterId !== null) void this.#openBrowserCluster(hit, hit.clusterId);
    else this.#openServerCluster(hit);
  }

  /** The map library knows at which zoom its clusters expand, and which posts they contain. */
  async #openBrowserCluster(hit: ClusterHit, clusterId: number): Promise<void> {
    const source = this.#map.getSource<GeoJSONSource>(PIN_SOURCE);
    if (!source) return;
    try {
      const zoom = await source.getClusterExpansionZoom(clusterId);
      if (zoom <= CLUSTER_MAX_ZOOM) {
        this.#map.easeTo({ center: hit.at, zoom });
        return;
      }
      const leaves = await source.getClusterLeaves(clusterId, hit.count, 0);
      const postIds = [...new Set(leaves.map((leaf) => Number(leaf.properties?.['id'])))];
      this.#events.onClusterSelect({ ...this.#toPinCluster(hit), postIds });
    } catch {
      // The pins were replaced meanwhile: the new ones can be clicked.
    }
  }

  #openServerCluster(hit: ClusterHit): void {
    const [zoom, max] = [this.#map.getZoom(), this.#map.getMaxZoom()];
    if (zoom >= max - 0.01 || (hit.bounds && isOneCell(hit.bounds, max))) {
      this.#events.onClusterSelect(this.#toPinCluster(hit));
      return;
    }
    if (!hit.bounds) {
      this.#map.easeTo({ center: hit.at, zoom: Math.min(zoom + ZOOM_STEPS, max) });
      return;
    }
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    this.#map.easeTo(fitCluster(hit.bounds, { width, height }, this.#map.getPadding(), zoom));
  }

  #toPinCluster({ at, count, bounds }: ClusterHit): PinCluster {
    return { center: at, count, bounds: bounds ?? this.#boundsAround(at) };
  }

  #boundsAround(at: LatLon): Bounds {
    const { x, y } = projectPlace(this.#map, at);
    const southWest = this.#map.unproject([x - SPOT_PIXELS, y + SPOT_PIXELS]);
    const northEast = this.#map.unproject([x + SPOT_PIXELS, y - SPOT_PIXELS]);
    return [southWest.lng, southWest.lat, northEast.lng, northEast.lat];
  }
}
