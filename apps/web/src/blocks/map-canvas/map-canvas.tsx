import { Loader, Text, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import type { BaseLayer } from '@waypost/contract/settings/settings';
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useCityNames } from './city-names.ts';
import { BaseLayerButton } from './controls/base-layer-button.tsx';
import { MapScale } from './controls/map-scale.tsx';
import { ZoomButtons } from './controls/zoom-buttons.tsx';
import { useMapEngine } from './engine/use-map-engine.ts';
import styles from './map-canvas.module.css';
import { MapContext } from './map-context.ts';
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
import { DEFAULT_BASE_LAYER } from './style/base-layers.ts';
import { useMapTexts } from './use-map-texts.ts';

/** What a screen can ask of the map beside its props; every call is ignored until the map is there. */
export interface MapHandle {
  /** Shows a box whole, never so near that nothing is around it: zoom 15, or 10 on the embedded base map. */
  fitBounds: (bounds: Bounds) => void;
  goTo: (center: LatLon, zoom?: number) => void;
  /** Loads the server's pins again, for instance after a post was changed. */
  refreshPins: () => void;
  getView: () => MapView | null;
  /** Puts the keyboard focus on the map. */
  focus: () => void;
}

export interface MapCanvasProps {
  /** Where the map opens; null while that is not known. Later changes are ignored, use the handle. */
  initialView: InitialView | null;
  /** Name of this map for screen readers. */
  label?: string;
  baseLayer?: BaseLayer;
  /** Given, the map offers the choice of base layers. */
  onBaseLayerChange?: (layer: BaseLayer) => void;
  /** Give the same object while nothing changed: another one loads the pins anew. */
  pins?: PinSource | null;
  selectedPin?: number | null;
  onPinSelect?: (postId: number, at: LatLon) => void;
  /** A cluster was pressed that no zoom takes apart. */
  onClusterSelect?: (cluster: PinCluster) => void;
  /** A click or tap beside every pin. */
  onClick?: (at: LatLon) => void;
  /** The map came to rest somewhere else. */
  onMove?: (view: MapView) => void;
  onReady?: () => void;
  onProblem?: (problem: MapProblem) => void;
  /** Let the page scroll over the map (zoom by Ctrl or two fingers): for maps inside forms. */
  cooperative?: boolean;
  /** Edges covered by something else; give the same object while nothing changed. */
  insets?: MapInsets;
  /** Said in place of a map that cannot be had; by itself the map points to the list of posts. */
  fallbackText?: string;
  /** More buttons (MapButtons), under the map's own. */
  extraControls?: ReactNode;
  ref?: Ref<MapHandle>;
  /** MapPopup, MapMarker and the like. */
  children?: ReactNode;
}

const NO_INSETS: MapInsets = {};
const noop = (): void => {};

/** A map that fills its parent. Its code is loaded when it is first shown. */
export function MapCanvas({
  initialView,
  label,
  baseLayer = DEFAULT_BASE_LAYER,
  onBaseLayerChange,
  pins = null,
  selectedPin = null,
  onPinSelect: onPin = noop,
  onClusterSelect: onCluster = noop,
  onClick = noop,
  onMove = noop,
  onReady = noop,
  onProblem = noop,
  cooperative = false,
  insets = NO_INSETS,
  fallbackText: withoutMap,
  extraControls: tools,
  ref,
  children,
}: MapCanvasProps) {
  const { t, i18n } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const theme = useComputedColorScheme('light');
  const language = i18n.language.replace('_', '-');
  const cities = useCityNames(language);
  const look = useMemo(() => ({ theme, language, cities, baseLayer }), [theme, language, cities, baseLayer]);
  const texts = useMapTexts(label);
  const { engine, problem } = useMapEngine(
    container,
    { initialView, appearance: look, pins, texts, cooperative, insets },
    {
      onPinSelect: onPin,
      onClusterSelect: onCluster,
      onClick,
      onMove,
      onProblem,
      onReady: () => {
        setReady(true);
        onReady();
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
      style={toInsetVariables(insets)}
    >
      <div ref={container} className={styles['canvas']} />
      {!isReady && (
        <div className={styles['waiting']}>
          {problem ? (
            <Text role="alert" className={styles['problem'] ?? ''}>
              {withoutMap ?? t(`map.problem.${problem.kind}`)}
            </Text>
          ) : (
            <output>
              <Loader color="gray" aria-hidden />
              <VisuallyHidden>{t('map.loading')}</VisuallyHidden>
            </output>
          )}
        </div>
      )}
      {engine && (
        <MapContext value={engine}>
          {children}
          <div className={styles['controls']}>
            <ZoomButtons />
            {onBaseLayerChange && <BaseLayerButton value={baseLayer} onChange={onBaseLayerChange} />}
            {tools}
          </div>
          <div className={styles['scale']}>
            <MapScale language={language} />
          </div>
        </MapContext>
      )}
    </div>
  );
}

/** For what is laid out by CSS: scale, sources and buttons. */
function toInsetVariables({ top = 0, bottom = 0, left = 0 }: MapInsets): CSSProperties {
  const variables = {
    '--map-inset-top': `${top}px`,
    '--map-inset-bottom': `${bottom}px`,
    '--map-inset-left': `${left}px`,
  };
  return variables as CSSProperties;
}
