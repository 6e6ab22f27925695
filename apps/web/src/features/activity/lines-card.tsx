/**
 * When reports came in.
 * keys: activity.lines.titleBy.* activity.lines.per.* activity.lines.date.* activity.compare.* activity.save.group.*
 */
import { Switch, useDirection } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useTranslation } from 'react-i18next';
import { TimeChart } from '../../ui/charts/time-chart.tsx';
import { TimeLegend, TimeStage } from '../../ui/charts/time-stage.tsx';
import { type ActivitySearch, lineGroups } from './activity-search.ts';
import { ChartCard, chartHeight } from './chart-card.tsx';
import { cumulated, isoDay } from './chart-data.ts';
import type { Range } from './range.ts';
import { useLines } from './use-lines.ts';
import { useShow } from './use-show.ts';

interface Props {
  search: ActivitySearch;
  range: Range;
  /** Which time, of whom: on pictures. */
  lead: string;
  /** Milliseconds. */
  now: number;
}

export function LinesCard({ search, range, lead, now }: Props) {
  const { t, i18n } = useTranslation();
  const { dir } = useDirection();
  const show = useShow();
  const group = search.lines ?? 'all';
  const isCumulative = search.cumulative === '1';
  const { asked, drawn } = useLines({ group, range, isCumulative, now });
  const plain = t(`activity.lines.titleBy.${group}`);
  const title = isCumulative ? t('activity.lines.titleSum', { title: plain }) : plain;
  const chartOf = ({ counted, lines, nameSpan }: NonNullable<typeof drawn>) => {
    const { starts, span, groups } = counted;
    const data = { starts, lines };
    const date = t(`activity.lines.date.${span}`);
    const shown = groups.map(({ values }) => (isCumulative ? cumulated(values) : values));
    return {
      drawn: (
        <>
          <TimeLegend lines={lines} />
          <TimeStage label={t('activity.lines.probe')} data={data} height={chartHeight} nameSpan={nameSpan} />
        </>
      ),
      picture: {
        lead,
        lines,
        language: i18n.language,
        isRightToLeft: dir === 'rtl',
        renderChart: (drawing: Parameters<typeof TimeChart>[0]['drawing']) => (
          <TimeChart data={data} drawing={drawing} />
        ),
      },
      // The latest first, as one looks for it; a file goes on from day to day.
      table: {
        head: [date, ...lines.map(({ name }) => name)],
        rows: starts
          .map((start, index) => [nameSpan(start), ...lines.map(({ values }) => values[index] ?? 0)] as const)
          .toReversed(),
      },
      file: {
        head: [date, ...groups.map(({ name }) => name)],
        rows: starts.map(
          (start, index) => [isoDay(start), ...shown.map((values) => values[index] ?? 0)] as const,
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
        onChange: (chosen) => show({ lines: chosen === 'all' ? undefined : chosen }),
      }}
      more={
        <Switch
          label={t('activity.lines.cumulative')}
          checked={isCumulative}
          onChange={({ currentTarget }) => show({ cumulative: currentTarget.checked ? '1' : undefined })}
        />
      }
      note={drawn ? t(`activity.lines.per.${drawn.counted.span}`) : undefined}
      asked={asked}
      chart={drawn && chartOf(drawn)}
      none={{ title: t('activity.lines.none'), text: t('activity.lines.noneText') }}
      isTable={search.linesAs === 'table'}
      onTable={(isTable) => show({ linesAs: isTable ? 'table' : undefined })}
    />
  );
}
