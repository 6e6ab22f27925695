import { Loader, Text, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { type BaseLayer, isOwnMap } from '@waypost/contract/settings/base-layers';
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useMapArchives } from './archives/use-map-archives.ts';
import { useCityNames } from './city-names.ts';
import { BaseLayerButton } from './controls/base-layer-button.tsx';
import { MapScale } from './controls/map-scale.tsx';
import { ZoomButtons } from './controls/zoom-buttons.tsx';
import { useMapEngine } from './engine/use-map-engine.ts';
import styles from './map-canvas.module.css';
import { MapContext, type MapSurface, MapSurfaceContext } from './map-context.ts';
import type {
  Bounds,
  InitialView,
  LatLon,
  MapInsets,
  MapProblem,
  MapView,
  PinCluster,
  PinSource,
} from './map-types.ts';
import { keepEarlyCanvas, showEarlyCanvas } from './opening/early-canvas.ts';
import type { OpeningMapProps } from './opening/opening-map.tsx';
import { DEFAULT_BASE_LAYER, findExternalLayer } from './style/base-layers.ts';
import { useMapTexts } from './use-map-texts.ts';

const OpeningMap = lazy(() =>
  import('./opening/opening-map.tsx').catch(() => ({ default: MissingOpeningMap })),
);

/** Imperative methods of the map; calls are ignored until the map is loaded. */
export interface MapHandle {
  /** Shows a whole box, with a maximum zoom of 15, or 10 on the embedded base map where it has no streets. */
  fitBounds: (bounds: Bounds) => void;
  goTo: (center: LatLon, zoom?: number) => void;
  /** Loads the server's pins again, for instance after a post has changed. */
  refreshPins: () => void;
  getView: () => MapView | null;
  /** Puts the keyboard focus on the map. */
  focus: () => void;
}

/** Props of `MapCanvas`. */
export interface MapCanvasProps {
  /** The initial view; null while it is unknown. Later changes are ignored, use the handle. */
  initialView: InitialView | null;
  /** Name of this map for screen readers. */
  label?: string;
  baseLayer?: BaseLayer;
  /** If present, the map offers a choice of base layers. */
  onBaseLayerChange?: (layer: BaseLayer) => void;
  /** Must be a stable object: a new one loads the pins again. */
  pins?: PinSource | null;
  selectedPin?: number | null;
  onPinSelect?: (postId: number, at: LatLon) => void;
  /** Called for a cluster that cannot be resolved by zooming in. */
  onClusterSelect?: (cluster: PinCluster) => void;
  /** Called for a click or tap that hits no pin. */
  onClick?: (at: LatLon) => void;
  /** Called when the map has stopped moving. */
  onMove?: (view: MapView) => void;
  onReady?: () => void;
  onProblem?: (problem: MapProblem) => void;
  /** Lets the page scroll over the map (zoom with Ctrl or two fingers): for maps in forms. */
  cooperative?: boolean;
  /** Covered edges; must be a stable object. */
  insets?: MapInsets;
  /** Shown when there is no map; the default points to the list of posts. */
  fallbackText?: string;
  /** Without the zoom buttons, where they would cover too much of the map: `extraControls` then offer zooming. */
  hidesZoomButtons?: boolean;
  /** More controls (MapButtons), below the map's own. */
  extraControls?: ReactNode;
  ref?: Ref<MapHandle>;
  /** MapPopup, MapMarker and the like. */
  children?: ReactNode;
}

const NO_INSETS: MapInsets = {};
const noop = (): void => {};

/** A map that fills its parent. Its code is loaded when it is first rendered. */
export function MapCanvas({
  initialView,
  label,
  baseLayer = DEFAULT_BASE_LAYER,
  onBaseLayerChange,
  pins = null,
  selectedPin = null,
  onPinSelect = noop,
  onClusterSelect = noop,
  onClick = noop,
  onMove = noop,
  onReady = noop,
  onProblem = noop,
  cooperative = false,
  insets = NO_INSETS,
  fallbackText,
  hidesZoomButtons = false,
  extraControls,
  ref,
  children,
}: MapCanvasProps) {
  const { t, i18n } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const theme = useComputedColorScheme('light');
  const language = i18n.language.replace('_', '-');
  const cities = useCityNames(language);
  const archives = useMapArchives(isOwnMap(baseLayer));
  const look = useMemo(
    () => ({ theme, language, cities, baseLayer, archives }),
    [theme, language, cities, baseLayer, archives],
  );
  const texts = useMapTexts(label);
  // Into a cluster that was opened before the engine was ready.
  const [openedView, setOpenedView] = useState<InitialView | null>(null);
  const openingView = openedView ?? initialView;
  const hasOpening = pins?.kind === 'tiles';
  const [isOpeningDrawn, setOpeningDrawn] = useState(false);
  const [openingSurface, setOpeningSurface] = useState<MapSurface | null>(null);
  const { engine, problem } = useMapEngine(
    container,
    {
      initialView: openingView,
      canLoad: !hasOpening || isOpeningDrawn,
      appearance: look,
      pins,
      texts,
      cooperative,
      insets,
    },
    {
      onPinSelect,
      onClusterSelect,
      onClick,
      onMove,
      onProblem,
      onReady: () => {
        setReady(true);
        onReady();
        const view = openedView && engine?.getView();
        if (view) onMove(view);
      },
    },
  );
  useEffect(() => engine?.setSelected(selectedPin), [engine, selectedPin]);
  useImperativeHandle(
    ref,
    () => ({
      fitBounds: (bounds) => engine?.fitBounds(bounds),
      goTo: (center, zoom) => engine?.goTo(center, zoom),
      refreshPins: () => engine?.refreshPins(),
      getView: () => engine?.getView() ?? null,
      focus: () => engine?.focus(),
    }),
    [engine],
  );

  return (
    <div
      className={`${styles['frame']} ${isReady ? '' : styles['loading']}`}
      style={toMapVariables(insets, baseLayer)}
    >
      <div ref={container} className={styles['canvas']} />
      {!isReady && problem && (
        <div className={styles['waiting']}>
          <Text role="alert" className={styles['problem'] ?? ''}>
            {fallbackText ?? t(`map.problem.${problem.kind}`)}
          </Text>
        </div>
      )}
      {!isReady && !problem && (
        <Suspense fallback={<Waiting hasEarlyPicture={hasOpening} />}>
          {hasOpening && openingView ? (
            <OpeningMap
              {...{
                insets,
                theme,
                language,
                pins,
                selectedPin,
                texts,
                onPinSelect,
                onClusterSelect,
                onClick,
              }}
              initialView={openingView}
              detail={look}
              onDrawn={() => {
                keepEarlyCanvas(null);
                setOpeningDrawn(true);
              }}
              onSurface={setOpeningSurface}
              onZoom={(camera) => {
                setOpenedView(camera);
                engine?.goTo(camera.center, camera.zoom);
              }}
              onFocusLost={(target) => queueMicrotask(() => engine?.focusPin(target))}
            />
          ) : (
            <Waiting hasEarlyPicture={hasOpening} />
          )}
        </Suspense>
      )}
      <MapContext value={engine}>
        <MapSurfaceContext value={isReady ? engine : (openingSurface ?? engine)}>
          {(engine || openingSurface) && children}
        </MapSurfaceContext>
      </MapContext>
      {engine && (
        <MapContext value={engine}>
          <div className={styles['controls']}>
            {!hidesZoomButtons && <ZoomButtons />}
            {onBaseLayerChange && <BaseLayerButton value={baseLayer} onChange={onBaseLayerChange} />}
            {extraControls}
          </div>
          {cooperative && <p className={styles['touchHint']}>{texts.touchHint}</p>}
          <div className={styles['scale']}>
            <MapScale language={language} />
          </div>
        </MapContext>
      )}
    </div>
  );
}

/** In place of the first picture if it cannot be loaded: the map itself may still be. */
function MissingOpeningMap({ onDrawn }: Pick<OpeningMapProps, 'onDrawn'>) {
  useEffect(onDrawn, [onDrawn]);
  return <Waiting />;
}

/** Sea, or the picture of `early-map.ts`, and the hint that something is on its way. */
function Waiting({ hasEarlyPicture = false }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [hasPicture, setHasPicture] = useState(false);
  useLayoutEffect(() => {
    if (hasEarlyPicture && frame.current) setHasPicture(showEarlyCanvas(frame.current));
  }, [hasEarlyPicture]);
  return (
    <div ref={frame} className={styles['waiting']}>
      <output>
        {!hasPicture && <Loader color="gray" aria-hidden />}
        <VisuallyHidden>{t('map.loading')}</VisuallyHidden>
      </output>
    </div>
  );
}

/** CSS variables for the position of scale, attribution and buttons, and for what is seen above and below the world. */
function toMapVariables({ top = 0, bottom = 0, left = 0 }: MapInsets, baseLayer: BaseLayer): CSSProperties {
  const sea = findExternalLayer(baseLayer)?.sea;
  const variables = {
    '--map-inset-top': `${top}px`,
    '--map-inset-bottom': `${bottom}px`,
    '--map-inset-left': `${left}px`,
    ...(sea && { '--map-sea': sea }),
  };
  return variables as CSSProperties;
}
