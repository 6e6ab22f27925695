import { NativeSelect, useDirection } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { InteractiveBarChart } from '../../ui/charts/interactive-bar-chart.tsx';
import type { ActivitySearchParams } from './activity-search-params.ts';
import { ChartCard, chartHeight } from './chart-card.tsx';
import { barGroups } from './chart-groups.ts';
import type { TimeRange } from './time-range.ts';
import { useAreaSets } from './use-activity-queries.ts';
import { useBarChart } from './use-bar-chart.ts';
import { useUpdateActivitySearch } from './use-update-activity-search.ts';

interface Props {
  search: ActivitySearchParams;
  range: TimeRange;
  /** Time range and deployment name, for the title of saved images. */
  subtitle: string;
}

/**
 * Bar chart of the number of reports in each group.
 * keys: activity.bars.titleBy.* activity.bars.noneText.* activity.bars.name.* activity.compare.* activity.save.group.*
 */
export function BarChartCard({ search, range, subtitle }: Props) {
  const { t, i18n } = useTranslation();
  const { dir } = useDirection();
  const updateSearch = useUpdateActivitySearch();
  const group = search.bars ?? 'tags';
  const sets = useAreaSets();
  const { query, bars, counts } = useBarChart(group, range, { areaSet: search.areas });
  const toRows = (groups: typeof bars | typeof counts) => ({
    head: [t(`activity.bars.name.${group}`), t('activity.bars.count')],
    rows: groups.map(({ name, total }) => [name, total] as const),
  });
  return (
    <ChartCard
      title={t(`activity.bars.titleBy.${group}`)}
      compare={{
        label: t('activity.compare.bars'),
        groups: barGroups
          .filter((value) => value !== 'area' || value === group || sets.length > 0)
          .map((value) => ({ value, label: t(`activity.compare.${value}`) })),
        value: group,
        onChange: (selected) => updateSearch({ bars: selected === 'tags' ? undefined : selected }),
      }}
      extraControls={
        group === 'area' &&
        sets.length > 1 && (
          <NativeSelect
            aria-label={t('activity.areaMap.set')}
            value={String(search.areas ?? sets[0]?.id)}
            data={sets.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={({ currentTarget }) => updateSearch({ areas: Number(currentTarget.value) })}
          />
        )
      }
      note={group === 'tags' ? t('activity.bars.several') : undefined}
      query={query}
      chart={
        counts.length === 0
          ? null
          : {
              element: (
                <InteractiveBarChart
                  label={t('activity.bars.probe')}
                  bars={bars}
                  height={chartHeight}
                  formatCount={(count) => t('activity.total', { count })}
                />
              ),
              picture: {
                lead: subtitle,
                language: i18n.language,
                isRightToLeft: dir === 'rtl',
                renderChart: (drawing) => <BarChart bars={bars} drawing={drawing} />,
              },
              table: toRows(counts),
              file: toRows(counts),
              fileName: t('activity.save.file.bars', { group: t(`activity.save.group.${group}`) }),
            }
      }
      emptyState={{ title: t('activity.bars.none'), text: t(`activity.bars.noneText.${group}`) }}
      isTable={search.barsAs === 'table'}
      onTableChange={(isTable) => updateSearch({ barsAs: isTable ? 'table' : undefined })}
    />
  );
}
