import { Switch, useDirection } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useTranslation } from 'react-i18next';
import { ChartLegend, InteractiveTimeChart } from '../../ui/charts/interactive-time-chart.tsx';
import { TimeChart } from '../../ui/charts/time-chart.tsx';
import type { ActivitySearchParams } from './activity-search-params.ts';
import { ChartCard, chartHeight } from './chart-card.tsx';
import { cumulate, formatIsoDay } from './chart-data.ts';
import { lineGroups } from './chart-groups.ts';
import type { TimeRange } from './time-range.ts';
import { useTimeChart } from './use-time-chart.ts';
import { useUpdateActivitySearch } from './use-update-activity-search.ts';

interface Props {
  search: ActivitySearchParams;
  range: TimeRange;
  /** Time range and deployment name, for the title of saved images. */
  subtitle: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Line chart of the number of reports over time.
 * keys: activity.lines.titleBy.* activity.lines.per.* activity.lines.date.* activity.compare.* activity.save.group.*
 */
export function TimeChartCard({ search, range, subtitle, now }: Props) {
  const { t, i18n } = useTranslation();
  const { dir } = useDirection();
  const updateSearch = useUpdateActivitySearch();
  const group = search.lines ?? 'all';
  const isCumulative = search.cumulative === '1';
  const { query, chart } = useTimeChart({ group, range, isCumulative, now });
  const baseTitle = t(`activity.lines.titleBy.${group}`);
  const title = isCumulative ? t('activity.lines.titleSum', { title: baseTitle }) : baseTitle;
  const buildChart = ({ counted, lines, nameSpan }: NonNullable<typeof chart>) => {
    const { starts, span, groups, isLastRunning } = counted;
    const data = { spanStarts: starts, lines, isLastSpanRunning: isLastRunning };
    const date = t(`activity.lines.date.${span}`);
    const shownGroups = groups.map(({ values }) => (isCumulative ? cumulate(values) : values));
    return {
      element: (
        <>
          <ChartLegend lines={lines} />
          <InteractiveTimeChart
            label={t('activity.lines.probe')}
            data={data}
            height={chartHeight}
            formatSpan={nameSpan}
          />
        </>
      ),
      picture: {
        lead: subtitle,
        lines,
        language: i18n.language,
        isRightToLeft: dir === 'rtl',
        renderChart: (drawing: Parameters<typeof TimeChart>[0]['drawing']) => (
          <TimeChart data={data} drawing={drawing} />
        ),
      },
      // Newest first on screen; the file is in chronological order.
      table: {
        head: [date, ...lines.map(({ name }) => name)],
        rows: starts
          .map((start, index) => [nameSpan(start), ...lines.map(({ values }) => values[index] ?? 0)] as const)
          .toReversed(),
      },
      file: {
        head: [date, ...groups.map(({ name }) => name)],
        rows: starts.map(
          (start, index) =>
            [formatIsoDay(start), ...shownGroups.map((values) => values[index] ?? 0)] as const,
        ),
      },
      fileName: t('activity.save.file.lines', { group: t(`activity.save.group.${group}`) }),
    };
  };
  return (
    <ChartCard
      title={title}
      compare={{
        label: t('activity.compare.lines'),
        groups: lineGroups.map((value) => ({ value, label: t(`activity.compare.${value}`) })),
        value: group,
        onChange: (selected) => updateSearch({ lines: selected === 'all' ? undefined : selected }),
      }}
      extraControls={
        <Switch
          label={t('activity.lines.cumulative')}
          checked={isCumulative}
          onChange={({ currentTarget }) =>
            updateSearch({ cumulative: currentTarget.checked ? '1' : undefined })
          }
        />
      }
      note={chart ? t(`activity.lines.per.${chart.counted.span}`) : undefined}
      query={query}
      chart={chart && buildChart(chart)}
      emptyState={{ title: t('activity.lines.none'), text: t('activity.lines.noneText') }}
      isTable={search.linesAs === 'table'}
      onTableChange={(isTable) => updateSearch({ linesAs: isTable ? 'table' : undefined })}
    />
  );
}
