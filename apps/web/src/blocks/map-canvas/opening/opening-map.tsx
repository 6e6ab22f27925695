/**
 * The map's first picture: land, pins and clusters on a 2D canvas, until the map engine, which is many times larger, has drawn its
 * first frame at the same place. Pins and clusters already work for pointer and keyboard.
 */
import { Loader } from '@mantine/core';
import { isOwnMap } from '@waypost/contract/settings/base-layers';
import {
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type Camera, fitCluster, isOneCell, MAX_ZOOM, type MapDetail, type Size } from '../engine/camera.ts';
import type { MapSurface } from '../map-context.ts';
import type { InitialView, LatLon, MapInsets, MapTheme, PinCluster, TilePins } from '../map-types.ts';
import { clusterRadii } from '../pins/cluster-look.ts';
import { PinButtons, type PinTarget, type PinTexts } from '../pins/pin-buttons.ts';
import { type PinHit, uniqueHits } from '../pins/pin-hits.ts';
import { scaleByCount } from './count-look.ts';
import styles from './opening-map.module.css';
import { fetchPinsInView, findEarlyPins, type PlacedPin } from './opening-pins.ts';
import {
  computeOpeningView,
  listTilesInView,
  type OpeningView,
  projectOnOpeningView,
  unprojectOpeningView,
} from './opening-view.ts';
import { paintOnCanvas } from './paint-opening-map.ts';

/** Tolerance around a pin, for touch, in pixels. */
const HIT_RADIUS_PX = 6;
/** From the place of a pin up to the middle of its head, and the radius of the head. */
const PIN_HEAD = { above: 14, radius: 11 } as const;

/** Props of `OpeningMap`. */
export interface OpeningMapProps {
  initialView: InitialView;
  insets: MapInsets;
  detail: MapDetail;
  theme: MapTheme;
  language: string;
  pins: TilePins;
  selectedPin: number | null;
  texts: PinTexts;
  onPinSelect: (postId: number, at: LatLon) => void;
  /** A cluster that no zoom resolves. */
  onClusterSelect: (cluster: PinCluster) => void;
  /** The pins are drawn, or cannot be loaded. */
  onDrawn: () => void;
  /** A click or tap that hits no pin. */
  onClick: (at: LatLon) => void;
  /** Where places are on the picture; null when it goes away. */
  onSurface: (surface: MapSurface | null) => void;
  /** A cluster was opened. */
  onZoom: (camera: Camera) => void;
  /** The picture goes away while one of its pins has the focus. */
  onFocusLost: (target: PinTarget) => void;
}

/** @see the file's comment */
export default function OpeningMap(props: OpeningMapProps) {
  const { initialView, insets, detail, theme, language, pins, selectedPin } = props;
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useElementSize(canvas);
  const { baseLayer, archives } = detail;
  const view = useMemo(
    () => (size ? computeOpeningView(initialView, size, insets, { baseLayer, archives }) : null),
    [initialView, size, insets, baseLayer, archives],
  );
  const placedPins = usePinsInView(pins, view, props.onDrawn);
  const activate = (hit: PinHit) => {
    if (view) activateHit(hit, view, props);
  };
  const { texts, onFocusLost } = props;
  const buttons = usePinButtons(canvas, view, placedPins, { texts, activate, onFocusLost });
  useSurface(view, insets, buttons, props.onSurface);

  useLayoutEffect(() => {
    if (!canvas.current || !view) return;
    const hasLand = isOwnMap(baseLayer);
    const look = { view, theme, language, hasLand };
    paintOnCanvas(canvas.current, { ...look, pins: placedPins, selectedPostId: selectedPin });
  }, [view, placedPins, theme, language, baseLayer, selectedPin]);

  const pressedAt = useRef({ x: 0, y: 0 });
  const pinAt = ({ nativeEvent }: PointerEvent) => findPinAt(placedPins, nativeEvent);
  return (
    <div className={styles['opening']}>
      <canvas
        ref={canvas}
        className={styles['picture']}
        aria-hidden
        onPointerMove={(event) =>
          event.currentTarget.classList.toggle(styles['onPin'] ?? '', pinAt(event) !== undefined)
        }
        onPointerDown={({ clientX: x, clientY: y }) => {
          pressedAt.current = { x, y };
        }}
        onPointerUp={(event) => {
          const { x, y } = pressedAt.current;
          // An attempt to drag the map, which cannot be moved yet.
          if (Math.hypot(event.clientX - x, event.clientY - y) > HIT_RADIUS_PX) return;
          const pin = pinAt(event);
          const [hit] = pin ? uniqueHits([pin.feature]) : [];
          if (hit) activate(hit);
          else if (view) props.onClick(unprojectOpeningView(view, event.nativeEvent));
        }}
      />
      <output className={styles['hint']}>
        <Loader color="gray" size={16} aria-hidden />
        {t('map.loading')}
      </output>
    </div>
  );
}

function activateHit(
  hit: PinHit,
  { size, camera }: OpeningView,
  { insets, onPinSelect, onClusterSelect, onZoom }: OpeningMapProps,
): void {
  if (hit.kind === 'post') onPinSelect(hit.id, hit.at);
  else if (!hit.bounds) return;
  else if (isOneCell(hit.bounds, MAX_ZOOM))
    onClusterSelect({ center: hit.at, count: hit.count, bounds: hit.bounds });
  else onZoom(fitCluster(hit.bounds, size, insets, camera.zoom));
}

/** Lets cards stand at their places on the picture. */
function useSurface(
  view: OpeningView | null,
  insets: MapInsets,
  buttons: { current: PinButtons | null },
  onSurface: OpeningMapProps['onSurface'],
): void {
  const report = useEffectEvent(onSurface);
  useLayoutEffect(() => {
    if (!view) return undefined;
    const { width, height } = view.size;
    report({
      project: (at) => projectOnOpeningView(view, at),
      getSize: () => ({ width, height: height - (insets.bottom ?? 0) }),
      // Another view is another surface.
      onFrame: () => () => undefined,
      focusPin: (target) => buttons.current?.focus(target),
    });
    return () => report(null);
  }, [view, insets, buttons]);
}

/** The size of the element; null until it has one. */
function useElementSize(ref: { current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize(width > 0 && height > 0 ? { width, height } : null);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** Then the map engine is loaded, which shows the kept base map where the network hangs. */
const tilesTimeoutMs = 10_000;
const noPins: readonly PlacedPin[] = [];

function usePinsInView(pins: TilePins, view: OpeningView | null, onLoaded: () => void): readonly PlacedPin[] {
  const reportLoaded = useEffectEvent(onLoaded);
  const early = useMemo(() => view && findEarlyPins(pins, view), [pins, view]);
  const [placed, setPlaced] = useState<{ view: OpeningView; pins: readonly PlacedPin[] } | null>(null);
  useEffect(() => {
    if (!view) return undefined;
    let isCurrent = true;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), tilesTimeoutMs);
    void fetchPinsInView(pins, listTilesInView(view), abort.signal).then((found) => {
      clearTimeout(timer);
      if (!isCurrent) return;
      setPlaced({ view, pins: found });
      reportLoaded();
    });
    return () => {
      isCurrent = false;
      abort.abort();
    };
  }, [pins, view]);
  return placed?.view === view ? placed.pins : (early ?? noPins);
}

interface ButtonOptions {
  texts: PinTexts;
  activate: (hit: PinHit) => void;
  onFocusLost: (target: PinTarget) => void;
}

/** Buttons for keyboards and screen readers, as on the map. */
function usePinButtons(
  canvas: { current: HTMLCanvasElement | null },
  view: OpeningView | null,
  pins: readonly PlacedPin[],
  options: ButtonOptions,
): { current: PinButtons | null } {
  const buttons = useRef<PinButtons>(null);
  const latest = useRef({ view, options });
  useLayoutEffect(() => {
    latest.current = { view, options };
  });
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    buttons.current = new PinButtons({
      precedingElement: element,
      texts: latest.current.options.texts,
      project: (at) => (latest.current.view ? projectOnOpeningView(latest.current.view, at) : { x: 0, y: 0 }),
      onActivate: (hit) => latest.current.options.activate(hit),
    });
    return () => {
      const target = buttons.current?.focusedTarget;
      if (target) latest.current.options.onFocusLost(target);
      buttons.current?.destroy();
    };
  }, [canvas]);
  useLayoutEffect(() => {
    if (pins.length > 0) buttons.current?.update(uniqueHits(pins.map(({ feature }) => feature)));
  }, [pins]);
  return buttons;
}

/** The pin or cluster at a point of the picture, the nearest one. */
function findPinAt(
  pins: readonly PlacedPin[],
  { offsetX, offsetY }: { offsetX: number; offsetY: number },
): PlacedPin | undefined {
  const near = pins.flatMap((pin) => {
    const count = Number(pin.feature.properties['count'] ?? 0);
    const isDrop = count === 0 && pin.feature.properties['area'] === undefined;
    const distance = Math.hypot(pin.x - offsetX, pin.y - (isDrop ? PIN_HEAD.above : 0) - offsetY);
    const radius = count > 0 ? scaleByCount(clusterRadii, count) : PIN_HEAD.radius;
    return distance <= radius + HIT_RADIUS_PX ? { pin, distance } : [];
  });
  return near.sort((a, b) => a.distance - b.distance)[0]?.pin;
}
