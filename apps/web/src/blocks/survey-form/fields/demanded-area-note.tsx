import '../../../ui/i18n/areas-labels.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { DemandedArea } from '@waypost/contract/areas/demanded-area';
import { listAreas } from '@waypost/contract/areas/list-areas';
import type { Point } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import classes from '../survey-form.module.css';

/** Time after the last move of the marker before a request is sent. */
const debounceMs = 300;

/** Where the place of a field must be, and whether it is outside. Nothing where the area does not exist any more. */
export default function DemandedAreaNote({
  demanded,
  place,
}: {
  demanded: DemandedArea;
  place: Point | null;
}) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { area, set } = demanded;
  const isDemanded = (it: { id: number; set_id: number }) => it.id === area || it.set_id === set;
  const { data } = useQuery(buildEndpointQuery(listAreas, {}, { ignoresRefusal: true }));
  const point = place ? `${place.lat},${place.lon}` : '';
  const [settledPoint] = useDebouncedValue(point, debounceMs);
  const around = useQuery({
    ...buildEndpointQuery(listAreas, { query: { at: settledPoint } }, { ignoresRefusal: true }),
    enabled: settledPoint !== '',
    // Without a network, the server checks the place when the report is sent.
    retry: false,
  });
  const found = data?.results.find(isDemanded);
  if (!found) return null;
  const name = area === undefined ? found.set_name : found.name;
  const isOutside =
    point !== '' && settledPoint === point && around.data?.results.every((it) => !isDemanded(it)) === true;
  return isOutside ? (
    <p role="alert" className={classes['error']}>
      {t(area === undefined ? 'areas.demand.outsideSet' : 'areas.demand.outside', { name })}
    </p>
  ) : (
    <p className={classes['hint']}>
      {t(area === undefined ? 'areas.demand.hintSet' : 'areas.demand.hint', { name })}
    </p>
  );
}
