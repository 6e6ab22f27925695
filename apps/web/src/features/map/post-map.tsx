import { isOwnMap } from '@waypost/contract/settings/base-layers';
import {
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { MapCanvas, type MapHandle } from '../../blocks/map-canvas/map-canvas.tsx';
import type { LatLon, MapInsets, MapView, PinCluster } from '../../blocks/map-canvas/map-types.ts';
import { useBaseLayer } from '../../blocks/map-canvas/use-base-layer.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { useFitCircle } from './circle/use-fit-circle.ts';
import { useRefreshChangedPins } from './pins/use-changed-pins.ts';
import { usePins } from './pins/use-pins.ts';
import { useFitSet } from './view/use-fit-set.ts';
import { useInitialView } from './view/use-initial-view.ts';

const PinCard = lazy(() => import('./pins/pin-card.tsx'));
const ClusterCard = lazy(() => import('./pins/cluster-card.tsx'));
const OpenPostMarker = lazy(() => import('./pins/open-post-marker.tsx'));
const FilterAreas = lazy(() => import('./filter-areas.tsx'));
const FilterCircle = lazy(() => import('./circle/filter-circle.tsx'));

interface Props {
  search: PostSearch;
  /** The post that is open beside the map. */
  openPostId?: number | null;
  /** Shown in an iframe of another site: links open in a new tab. */
  isEmbedded?: boolean;
  insets?: MapInsets;
  hidesZoomButtons?: boolean;
  onMove?: (view: MapView) => void;
  /**
   * Renders tools below the buttons of the map, once the map is drawn.
   * @param post id of the post that is open on the map or beside it
   * @param closeCards closes the cards on the map
   */
  renderTools?: (post: number | null, closeCards: () => void) => ReactNode;
  ref?: Ref<MapHandle>;
}

interface OpenPin {
  id: number;
  at: LatLon;
}

/** The map with its pins and cards: below every screen of `_map`, and embedded in other sites. */
export function PostMap({
  search,
  openPostId = null,
  isEmbedded = false,
  insets,
  hidesZoomButtons = false,
  onMove,
  renderTools,
  ref,
}: Props) {
  const { t } = useTranslation();
  const map = useRef<MapHandle>(null);
  const [pin, setPin] = useState<OpenPin | null>(null);
  const [openCluster, setOpenCluster] = useState<PinCluster | null>(null);
  const [isReady, setReady] = useState(false);
  const [openedSearch] = useState(search);
  const initialView = useInitialView(search, openPostId);
  const { source, query } = usePins(search);
  const [baseLayer, chooseBaseLayer] = useBaseLayer();
  useImperativeHandle(ref, () => map.current as MapHandle);

  const refresh = useCallback(() => map.current?.refreshPins(), []);
  useRefreshChangedPins(query, isReady, refresh);
  useFitCircle(map, isReady, search);
  useFitSet(map, isReady, search);

  const openPin = (id: number, at: LatLon) => {
    setOpenCluster(null);
    setPin({ id, at });
  };
  const closeAll = () => {
    setOpenCluster(null);
    setPin(null);
  };
  return (
    <MapCanvas
      ref={map}
      initialView={initialView}
      pins={source}
      selectedPin={pin?.id ?? openPostId}
      onPinSelect={openPin}
      onClusterSelect={(cluster) => {
        setPin(null);
        setOpenCluster(cluster);
      }}
      onClick={closeAll}
      {...(onMove ? { onMove } : {})}
      onReady={() => setReady(true)}
      onProblem={(problem) => {
        // Without a network the tiles fail as well, and the offline bar says so.
        if (problem.kind === 'tiles' && problem.source !== 'pins' && !isOwnMap(baseLayer))
          notify('error', t('map.problem.tiles'));
      }}
      baseLayer={baseLayer}
      {...(isEmbedded ? {} : { onBaseLayerChange: chooseBaseLayer })}
      {...(insets ? { insets } : {})}
      hidesZoomButtons={hidesZoomButtons}
      extraControls={isReady && renderTools?.(pin?.id ?? openPostId, closeAll)}
    >
      <Suspense fallback={null}>
        {search.center_point !== undefined && <FilterCircle search={search} />}
        {search.area && isReady && (
          <FilterAreas
            ids={search.area}
            shownIds={(openedSearch.at !== undefined && openedSearch.area) || []}
          />
        )}
        {openPostId !== null && isReady && <OpenPostMarker key={openPostId} id={openPostId} />}
        {openCluster && (
          <ClusterCard
            key={`${openCluster.center.lat} ${openCluster.center.lon} ${openCluster.count}`}
            cluster={openCluster}
            query={query}
            isEmbedded={isEmbedded}
            onClose={() => setOpenCluster(null)}
          />
        )}
        {/* The card would repeat the post that is open beside it. */}
        {pin && pin.id !== openPostId && (
          <PinCard key={pin.id} {...pin} isEmbedded={isEmbedded} onClose={() => setPin(null)} />
        )}
      </Suspense>
    </MapCanvas>
  );
}
