import { addProtocol, LngLat, Map as MapLibreMap, setWorkerUrl, type VectorTileSource } from 'maplibre-gl';
import { FetchSource, PMTiles, Protocol, type RangeResponse } from 'pmtiles';
import 'maplibre-gl/dist/maplibre-gl.css';
import './map-engine.css';
import type { MapOverlay } from '../layers/map-overlay.ts';
import type { Bounds, InitialView, LatLon, MapInsets, MapProblem, MapView, PinSource } from '../map-types.ts';
import type { PinTarget, PinTexts } from '../pins/pin-buttons.ts';
import { type PinEvents, PinInteraction } from '../pins/pin-interaction.ts';
import { PinTiles } from '../pins/pin-tiles.ts';
import type { PreparedPins } from '../pins/prepared-pins.ts';
import { drawUncoveredTiles } from '../pins/uncovered-tiles.ts';
import { buildMapStyle, type MapAppearance } from '../style/map-style.ts';
import { buildSelectionFilters, PIN_SOURCE, prepareTilePins } from '../style/pin-layers.ts';
import {
  computeAntarcticaZoom,
  constrainCamera,
  fitCamera,
  MAX_ZOOM,
  toPadding,
  wrapBounds,
} from './camera.ts';
import { drawImagesOnDemand } from './map-images.ts';
import { getArchiveUrl, takeArchiveHeader, workerUrl } from './map-preload.ts';
import { projectPlace } from './project-place.ts';

setWorkerUrl(workerUrl);
/** The base map archive, whose header may be preloaded. */
class PreloadedArchiveSource extends FetchSource {
  override async getBytes(
    offset: number,
    length: number,
    signal?: AbortSignal,
    etag?: string,
  ): Promise<RangeResponse> {
    return (await takeArchiveHeader(offset, length)) ?? super.getBytes(offset, length, signal, etag);
  }
}

const pmtilesProtocol = new Protocol();
pmtilesProtocol.add(new PMTiles(new PreloadedArchiveSource(getArchiveUrl())));
addProtocol('pmtiles', pmtilesProtocol.tile);

/** The lowest that the library takes; `constrainCamera` has the limit. */
const MIN_ZOOM = -2;

/** Events of the engine. */
export interface EngineEvents extends PinEvents {
  onMove: (view: MapView) => void;
  onReady: () => void;
  onProblem: (problem: MapProblem) => void;
}

/** Texts of the map, translated by the caller. */
export interface MapTexts extends PinTexts {
  /** Name of the whole map. */
  region: string;
  attribution: string;
  /** Hints of the cooperative mode: on a device with a mouse, on a Mac, by touch. */
  scrollHint: string;
  scrollHintMac: string;
  touchHint: string;
}

/** Options of the engine. */
export interface EngineOptions {
  container: HTMLElement;
  initialView: InitialView;
  appearance: Omit<MapAppearance, 'antarcticaZoom' | 'overlay' | 'pins' | 'selected'>;
  pins: PinSource | null;
  texts: MapTexts;
  /** Lets the page scroll: zooming needs Ctrl or two fingers. For maps in forms. */
  cooperative: boolean;
  insets: MapInsets;
  events: EngineEvents;
}

/**
 * The map, behind a small interface: the only module that knows the map library. Loaded lazily, because it is larger than
 * the rest of the client together.
 *
 * The constructor throws when the browser cannot render the map (no WebGL 2).
 */
export class MapEngine {
  readonly #map: MapLibreMap;
  readonly #interaction: PinInteraction;
  readonly #reportedSources = new Set<string>();
  #appearance: MapAppearance;
  /** The view that shows the box at which the map opened; null without a box. */
  #fittedView: string | null = null;
  /** Shows the box that the map opened with. */
  #fit: (() => void) | null = null;
  #pins: PinSource | null;
  /** Loader of the tiles, for pins from tiles. */
  #tiles: PinTiles | null = null;

  constructor({
    container,
    initialView,
    appearance,
    pins,
    texts,
    cooperative,
    insets,
    events,
  }: EngineOptions) {
    this.#pins = pins;
    const size = getElementSize(container);
    this.#appearance = {
      ...appearance,
      antarcticaZoom: computeAntarcticaZoom(size.height),
      overlay: null,
      pins: this.#preparePins(pins),
      selected: null,
    };
    this.#map = new MapLibreMap({
      container,
      style: buildMapStyle(this.#appearance),
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
      maxPitch: 0,
      // Numbers and rings come and go with their clusters: the library would fade them, and circles would stand without them.
      fadeDuration: 0,
      dragRotate: false,
      touchPitch: false,
      pitchWithRotate: false,
      cooperativeGestures: cooperative,
      attributionControl: { compact: true },
      transformRequest: (url) => ({ url, ...transformRequest(url) }),
      locale: {
        'Map.Title': texts.region,
        'AttributionControl.ToggleAttribution': texts.attribution,
        'CooperativeGesturesHandler.WindowsHelpText': texts.scrollHint,
        'CooperativeGesturesHandler.MacHelpText': texts.scrollHintMac,
        'CooperativeGesturesHandler.MobileHelpText': texts.touchHint,
      },
    });
    foldAttribution(container);
    this.#map.setPadding(toPadding(insets));
    this.#map.setTransformConstrain((lngLat, zoom) => this.#constrain(lngLat, zoom));
    if ('bounds' in initialView) this.#keepFitted(initialView.bounds);
    else this.#map.jumpTo(initialView);
    this.#map.keyboard.disableRotation();
    this.#map.touchZoomRotate.disableRotation();
    drawImagesOnDemand(this.#map, () => this.#appearance.archives);
    drawUncoveredTiles(this.#map, PIN_SOURCE);
    this.#interaction = new PinInteraction(this.#map, texts, events);
    this.#map.on('moveend', (event) => {
      if (!('isFit' in event || this.#isFitted())) events.onMove(this.getView());
    });
    this.#map.on('resize', () =>
      this.#restyle({ antarcticaZoom: computeAntarcticaZoom(container.clientHeight) }),
    );
    this.#map.once('idle', () => events.onReady());
    this.#map.on('error', (event) => this.#reportProblem(event, events.onProblem));
    addEventListener('online', this.#refreshArchives);
  }

  /** Loads what was missing without a network, which the library would not try again. */
  readonly #refreshArchives = () => {
    for (const name of Object.keys(buildMapStyle(this.#appearance).sources))
      if (name.startsWith('archive-') && this.#map.getSource(name)) this.#map.refreshTiles(name);
  };

  /** The camera that shows a box in the part of the map that nothing covers. */
  #fitCamera(bounds: Bounds): ReturnType<typeof fitCamera> {
    const size = getElementSize(this.#map.getContainer());
    return fitCamera(bounds, size, this.#map.getPadding(), this.#appearance);
  }

  #readView(): string {
    return [...this.#map.getCenter().toArray(), this.#map.getZoom()].join(' ');
  }

  /** Whether nobody has moved the map since it opened: its place is not one that somebody looks at. */
  #isFitted(): boolean {
    return this.#readView() === this.#fittedView;
  }

  /**
   * Shows a box, and again whenever the map gets another size, as beside a panel that opens, or streets, which are worth being nearer,
   * until it is moved.
   */
  #keepFitted(bounds: Bounds): void {
    this.#fit = () => {
      this.#map.jumpTo(this.#fitCamera(bounds), { isFit: true });
      this.#fittedView = this.#readView();
    };
    this.#fit();
    this.#map.on('resize', () => this.#refit());
  }

  #refit(): void {
    if (this.#isFitted()) this.#fit?.();
  }

  /** Sets colours, language with its city names, base map and archives; pins and view stay. */
  setAppearance(look: EngineOptions['appearance']): void {
    const current = this.#appearance;
    const names = ['theme', 'language', 'cities', 'baseLayer', 'archives'] as const;
    if (names.some((name) => look[name] !== current[name])) this.#restyle(look);
    if (look.archives !== current.archives) this.#refit();
  }

  /** Sets what is drawn above the base map; null for nothing. */
  setOverlay(overlay: MapOverlay | null): void {
    this.#restyle({ overlay });
  }

  /** The map of the library, for the code of `map-canvas` that is loaded later. */
  getLibraryMap(): MapLibreMap {
    return this.#map;
  }

  setInsets(insets: MapInsets): void {
    const next = toPadding(insets);
    const now = this.#map.getPadding();
    if (now.top === next.top && now.bottom === next.bottom && now.left === next.left) return;
    this.#map.easeTo({ padding: next });
  }

  setTexts(texts: MapTexts): void {
    this.#map.getCanvas().setAttribute('aria-label', texts.region);
    const button = this.#map.getContainer().querySelector('.maplibregl-ctrl-attrib-button');
    button?.setAttribute('aria-label', texts.attribution);
    button?.setAttribute('title', texts.attribution);
    this.#interaction.setTexts(texts);
  }

  setPins(pins: PinSource | null): void {
    const before = this.#pins;
    if (pins === before) return;
    this.#pins = pins;
    this.#reportedSources.delete(PIN_SOURCE);
    const isReusable = pins?.kind === 'tiles' && before?.kind === 'tiles' && pins.maxZoom === before.maxZoom;
    if (isReusable && this.#tiles) {
      this.#tiles.setPins(pins);
      this.#reloadTiles(this.#tiles);
    } else this.#restyle({ pins: this.#preparePins(pins) });
  }

  /** Shows one post's pin larger; null for none. */
  setSelected(postId: number | null): void {
    if (this.#appearance.selected === postId) return;
    this.#appearance.selected = postId;
    for (const [layer, filter] of buildSelectionFilters(postId)) {
      if (this.#map.getLayer(layer)) this.#map.setFilter(layer, filter);
    }
  }

  /** Loads the visible tiles again. */
  refreshPins(): void {
    this.#reportedSources.delete(PIN_SOURCE);
    if (this.#pins?.kind !== 'tiles' || !this.#tiles) return;
    this.#tiles.refresh();
    this.#reloadTiles(this.#tiles);
  }

  fitBounds(bounds: Bounds): void {
    this.#map.flyTo(this.#fitCamera(bounds));
  }

  goTo(center: LatLon, zoom?: number): void {
    this.#map.easeTo({ center, ...(zoom === undefined ? {} : { zoom }) });
  }

  zoomBy(steps: number): void {
    this.#map.easeTo({ zoom: this.#map.getZoom() + steps });
  }

  getView(): MapView {
    const center = this.#map.getCenter().wrap();
    const box = this.#map.getBounds();
    return {
      center: { lat: center.lat, lon: center.lng },
      zoom: this.#map.getZoom(),
      bounds: wrapBounds([box.getWest(), box.getSouth(), box.getEast(), box.getNorth()]),
    };
  }

  /** Pixels from the upper left corner of the map. */
  project(at: LatLon): { x: number; y: number } {
    return projectPlace(this.#map, at);
  }

  unproject({ x, y }: { x: number; y: number }): LatLon {
    const { lat, lng } = this.#map.unproject([x, y]).wrap();
    return { lat, lon: lng };
  }

  /** Size in pixels of the map above the covered lower edge. */
  getSize(): { width: number; height: number } {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    return { width: clientWidth, height: clientHeight - (this.#map.getPadding().bottom ?? 0) };
  }

  /** Calls back whenever the map has moved or was resized; returns a function that stops this. */
  onFrame(listener: () => void): () => void {
    const subscriptions = [this.#map.on('move', listener), this.#map.on('resize', listener)];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }

  /** The element around the map, for overlays. */
  getFrameElement(): HTMLElement {
    const container = this.#map.getContainer();
    return container.parentElement ?? container;
  }

  focus(): void {
    this.#map.getCanvas().focus();
  }

  /** Puts the keyboard focus on a pin, or on what stands in its place; on the map if it has no pins. */
  focusPin(target: PinTarget): void {
    if (!this.#interaction.focusPin(target)) this.focus();
  }

  destroy(): void {
    removeEventListener('online', this.#refreshArchives);
    this.#interaction.destroy();
    this.#map.remove();
    this.#tiles?.destroy();
  }

  #constrain(lngLat: LngLat, zoom: number): { center: LngLat; zoom: number } {
    const size = getElementSize(this.#map.getContainer());
    if (size.width === 0 || size.height === 0) return { center: lngLat, zoom };
    const view = { center: { lat: lngLat.lat, lon: lngLat.lng }, zoom };
    const allowed = constrainCamera(view, size, this.#map.getPadding(), MAX_ZOOM);
    return { center: new LngLat(allowed.center.lon, allowed.center.lat), zoom: allowed.zoom };
  }

  /** Unlike a new source, this keeps the old pins visible until the new ones are loaded. */
  #reloadTiles(tiles: PinTiles): void {
    const { urlTemplate } = tiles;
    // A later change of theme or language must use the same template.
    if (this.#pins?.kind === 'tiles') this.#appearance.pins = prepareTilePins(this.#pins, urlTemplate);
    this.#map.getSource<VectorTileSource>(PIN_SOURCE)?.setTiles([urlTemplate]);
  }

  #preparePins(pins: PinSource | null): PreparedPins | null {
    if (pins?.kind !== 'tiles') return pins && pins.prepared;
    if (this.#tiles) this.#tiles.setPins(pins);
    else this.#tiles = new PinTiles(pins);
    return prepareTilePins(pins, this.#tiles.urlTemplate);
  }

  #restyle(change: Partial<MapAppearance>): void {
    this.#appearance = { ...this.#appearance, ...change };
    this.#map.setStyle(buildMapStyle(this.#appearance), { diff: true });
  }

  /** Reports a problem once per source: without a network every tile fails. */
  #reportProblem(
    event: { error: { message: string }; sourceId?: unknown },
    onProblem: (problem: MapProblem) => void,
  ): void {
    // Without a network a tile may be missing where a less detailed one is kept. The library looks for it at the next update only.
    this.#map.setRenderWorldCopies(this.#map.getRenderWorldCopies());
    const source = typeof event.sourceId === 'string' ? event.sourceId : undefined;
    const key = source ?? event.error.message;
    if (this.#reportedSources.has(key)) return;
    this.#reportedSources.add(key);
    onProblem({ kind: 'tiles', message: event.error.message, ...(source === undefined ? {} : { source }) });
  }
}

/** Shows the sources in one line at first (map-engine.css). The library would unfold them when it first has some. */
function foldAttribution(container: HTMLElement): void {
  const sources = container.querySelector('.maplibregl-ctrl-attrib');
  sources?.classList.add('maplibregl-compact');
  sources?.setAttribute('open', '');
}

const getElementSize = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: clientWidth,
  height: clientHeight,
});

/**
 * External tile servers get the origin as referrer, but not the path: OpenStreetMap rejects requests without a referrer.
 */
function transformRequest(url: string): { referrerPolicy?: ReferrerPolicy } {
  const { origin } = new URL(url, location.href);
  return origin === location.origin ? {} : { referrerPolicy: 'strict-origin' };
}
