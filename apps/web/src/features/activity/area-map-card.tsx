/** The areas of a set on a map, colored by their numbers of reports, with the numbers in a table beside it. */
import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AreaFeature, listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { findMiddle } from '../../blocks/map-areas/area-geometry.ts';
import { AreasMap } from '../../blocks/map-areas/areas-map.tsx';
import { MapPopup } from '../../blocks/map-canvas/overlays/map-popup.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { createNameOrder } from '../../ui/i18n/name-order.ts';
import classes from './activity.module.css';
import mapClasses from './area-map-card.module.css';
import { computeCountClasses, pickColors } from './count-classes.ts';
import type { TimeRange } from './time-range.ts';
import { useBarChart } from './use-bar-chart.ts';

interface Props {
  setId: number;
  range: TimeRange;
}

interface CountedArea {
  area: AreaFeature;
  total: number;
  /** Undefined for areas without reports. */
  color: string | undefined;
}

/** The areas by number of reports, and what their colors mean. */
function useCountedAreas(areas: readonly AreaFeature[], totals: ReadonlyMap<number, number>) {
  const { i18n } = useTranslation();
  const theme = useComputedColorScheme('light');
  return useMemo(() => {
    const steps = computeCountClasses(areas.map(({ id }) => totals.get(id) ?? 0));
    const colors = pickColors(steps.length, theme);
    const counted = areas.map((area): CountedArea => {
      const total = totals.get(area.id) ?? 0;
      return { area, total, color: colors[steps.findIndex(({ from, to }) => from <= total && total <= to)] };
    });
    const compare = createNameOrder(i18n.language);
    return {
      counted: counted.toSorted(
        (a, b) => b.total - a.total || compare(a.area.properties.name, b.area.properties.name),
      ),
      colorsById: new Map(counted.flatMap(({ area, color }) => (color ? [[area.id, color] as const] : []))),
      legend: steps.map((step, index) => ({ ...step, color: colors[index] })),
    };
  }, [areas, totals, theme, i18n.language]);
}

const noAreas: readonly AreaFeature[] = [];

/** The card. */
export default function AreaMapCard({ setId, range }: Props) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const outlines = useQuery(buildEndpointQuery(listAreaOutlines, { query: { set: setId } }));
  const { query, counts } = useBarChart('area', range, { areaSet: setId });
  const totals = useMemo(() => new Map(counts.map((count) => [count.id ?? 0, count.total])), [counts]);
  const { counted, colorsById, legend } = useCountedAreas(outlines.data?.features ?? noAreas, totals);
  const number = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  const title = t('activity.areaMap.title');
  const error = outlines.error ?? query.error;
  const selected = counted.find(({ area }) => area.id === selectedId);
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <h2 id={id} className={classes['cardTitle']}>
        {title}
      </h2>
      {error && !outlines.data ? (
        <ErrorState
          messages={formatErrorMessages(error)}
          onRetry={() => {
            void outlines.refetch();
            void query.refetch();
          }}
        />
      ) : !outlines.data || query.isPending ? (
        <ListSkeleton rows={1} height={420} />
      ) : (
        <>
          <div className={mapClasses['columns']}>
            <div className={mapClasses['map']}>
              <AreasMap
                key={setId}
                label={t('activity.areaMap.map')}
                fallbackText={t('activity.areaMap.noMap')}
                areas={outlines.data.features}
                colors={colorsById}
                selectedId={selectedId}
                onSelect={(area) => setSelectedId(area?.id ?? null)}
              >
                {selected && (
                  <MapPopup
                    key={selected.area.id}
                    at={findMiddle(selected.area)}
                    label={selected.area.properties.name}
                    onClose={() => setSelectedId(null)}
                  >
                    <p className={mapClasses['popup']}>
                      <strong dir="auto">{selected.area.properties.name}</strong>
                      <span>{t('activity.total', { count: selected.total })}</span>
                    </p>
                  </MapPopup>
                )}
              </AreasMap>
            </div>
            <AreaTable
              label={t('activity.table.of', { title })}
              counted={counted}
              selectedId={selectedId}
              onSelect={setSelectedId}
            />
          </div>
          <ul className={mapClasses['legend']} aria-label={t('activity.areaMap.legend')}>
            <li>
              <span className={mapClasses['swatch']} data-empty /> {number.format(0)}
            </li>
            {legend.map(({ from, to, color }) => (
              <li key={from}>
                <span className={mapClasses['swatch']} style={{ background: color }} />
                {from === to ? number.format(from) : number.formatRange(from, to)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface TableProps {
  label: string;
  counted: readonly CountedArea[];
  selectedId: number | null;
  onSelect: (id: number) => void;
}

/** Each name is a button that shows the area on the map. */
function AreaTable({ label, counted, selectedId, onSelect }: TableProps) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  return (
    <section className={mapClasses['table']} aria-label={label}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('activity.bars.name.area')}</th>
            <th scope="col">{t('activity.bars.count')}</th>
          </tr>
        </thead>
        <tbody>
          {counted.map(({ area, total, color }) => (
            <tr key={area.id}>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button in it names it */}
              <th scope="row">
                <button
                  type="button"
                  className={mapClasses['area']}
                  aria-pressed={area.id === selectedId}
                  onClick={() => onSelect(area.id)}
                >
                  <span
                    className={mapClasses['swatch']}
                    data-empty={color === undefined || undefined}
                    style={{ background: color }}
                  />
                  <bdi>{area.properties.name}</bdi>
                </button>
              </th>
              <td>{number.format(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
