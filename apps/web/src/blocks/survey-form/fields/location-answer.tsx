/** The field for a location, with a map. */
import { Skeleton } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { type DemandedArea, readDemandedArea } from '@waypost/contract/areas/demanded-area';
import type { Point } from '@waypost/contract/posts/posts';
import { lazy, Suspense } from 'react';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useScreenOwner } from '../../../api/session.ts';
import { getCacheOwner } from '../../device/cache-names.ts';
import { findSavedView } from '../../device/saved-view.ts';
import { computeAreaBounds } from '../../map-areas/area-geometry.ts';
import type { Bounds, InitialView, LatLon } from '../../map-canvas/map-types.ts';
import { leaveOutAntarctica } from '../../post-extent/leave-out-antarctica.ts';
import { buildExtentQuery } from '../../post-extent/post-extent.ts';
import { useReportText, useSurveyFormContext } from '../form-context.ts';
import { AnswerFrame } from './field-group.tsx';
import type { AnswerProps } from './field-props.tsx';

const LocationPicker = lazy(() =>
  import('../../location-picker/location-picker.tsx').then((it) => ({ default: it.LocationPicker })),
);

const DemandedAreaNote = lazy(() => import('./demanded-area-note.tsx'));

const parsePlace = (answer: unknown): Point | null => {
  if (typeof answer !== 'object' || answer === null || !('lat' in answer) || !('lon' in answer)) return null;
  const { lat, lon } = answer;
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null;
};

/**
 * The view of the area that was saved last, without a network: elsewhere the map has no streets. Null where it is not needed, undefined
 * while it is unknown.
 * @param lookedAt what the person looked at before; it is shown if it is in a saved area
 */
function useSavedView(lookedAt: LatLon | undefined): InitialView | null | undefined {
  const { online } = useNetwork();
  const owner = getCacheOwner(useScreenOwner()?.id);
  // The hook takes the first rendering to be online.
  const isOffline = !online || !navigator.onLine;
  const { data, isError } = useQuery({
    queryKey: ['saved-areas', owner],
    queryFn: async () => (await import('../../device/saved-areas.ts')).listSavedAreas(owner),
    enabled: isOffline,
    networkMode: 'always',
    retry: false,
    // Another area may be saved before the form is opened again.
    gcTime: 0,
  });
  if (!isOffline || isError) return null;
  return data && findSavedView(data, lookedAt);
}

/** The area of the reports on the map; null when there are none or it cannot be had, undefined while it is unknown. */
function useReportArea(isNeeded: boolean) {
  const { data, isError, isPaused } = useQuery({
    ...buildExtentQuery({}),
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (data) return leaveOutAntarctica(data);
  return data === null || isError || isPaused ? null : undefined;
}

/** The box around the areas where the place must be; null when they are gone or cannot be had, undefined while it is unknown. */
function useDemandedBounds(demanded: DemandedArea | null, isNeeded: boolean) {
  const { area, set } = demanded ?? {};
  const query = area === undefined ? { set: set ?? 0 } : { area: String(area) };
  const { data, isError, isPaused } = useQuery({
    ...buildEndpointQuery(listAreaOutlines, { query }, { ignoresRefusal: true }),
    enabled: demanded !== null && isNeeded,
    retry: false,
  });
  if (data) return computeAreaBounds(data.features);
  return demanded === null || isError || isPaused ? null : undefined;
}

const toView = (bounds: Bounds | null | undefined): InitialView | null | undefined => bounds && { bounds };

/**
 * Picks a location. The map opens where the place must be, else where the person looked before, else where the reports are. Without a
 * network it opens in the area that was saved last, unless the person looked at a saved area.
 */
export function LocationAnswer({ attribute, answer, onAnswer, name, error }: AnswerProps) {
  const { defaultCenter, lookedAt, postId } = useSurveyFormContext();
  const reportText = useReportText();
  const place = parsePlace(answer);
  const demanded = readDemandedArea(attribute.config);
  const demandedBounds = useDemandedBounds(demanded, place === null);
  const reportArea = useReportArea(place === null && lookedAt === undefined);
  const savedView = useSavedView(lookedAt?.center);
  const otherView = savedView === null ? (lookedAt ?? toView(reportArea)) : savedView;
  return (
    <AnswerFrame attribute={attribute} name={name} error={error}>
      {demanded && (
        <Suspense>
          <DemandedAreaNote demanded={demanded} place={place} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton height={400} />}>
        <LocationPicker
          label={name ?? attribute.label}
          value={place}
          onChange={(place) => onAnswer(place ?? '')}
          defaultCenter={defaultCenter}
          openingView={demandedBounds === null ? otherView : toView(demandedBounds)}
          suggestFrom={postId === undefined ? { text: reportText } : { postId }}
        />
      </Suspense>
    </AnswerFrame>
  );
}
