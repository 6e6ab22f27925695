/**
 * How many reports there are of each kind.
 * keys: activity.bars.titleBy.* activity.bars.noneText.* activity.bars.name.* activity.compare.* activity.save.group.*
 */
import { useDirection } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { BarStage } from '../../ui/charts/bar-stage.tsx';
import { type ActivitySearch, barGroups } from './activity-search.ts';
import { ChartCard, chartHeight } from './chart-card.tsx';
import type { Range } from './range.ts';
import { useBars } from './use-bars.ts';
import { useShow } from './use-show.ts';

interface Props {
  search: ActivitySearch;
  range: Range;
  /** Which time, of whom: on pictures. */
  lead: string;
}

export function BarsCard({ search, range, lead }: Props) {
  const { t, i18n } = useTranslation();
  const { dir } = useDirection();
  const show = useShow();
  const group = search.bars ?? 'tags';
  const { asked, bars, counts } = useBars(group, range);
  const rows = (of: typeof bars | typeof counts) => ({
    head: [t(`activity.bars.name.${group}`), t('activity.bars.count')],
    rows: of.map(({ name, total }) => [name, total] as const),
  });
  return (
    <ChartCard
      title={t(`activity.bars.titleBy.${group}`)}
      compare={{
        label: t('activity.compare.bars'),
        groups: barGroups.map((value) => ({ value, label: t(`activity.compare.${value}`) })),
        value: group,
        onChange: (chosen) => show({ bars: chosen === 'tags' ? undefined : chosen }),
      }}
      note={group === 'tags' ? t('activity.bars.several') : undefined}
      asked={asked}
      chart={
        counts.length === 0
          ? null
          : {
              drawn: (
                <BarStage
                  label={t('activity.bars.probe')}
                  bars={bars}
                  height={chartHeight}
                  count={(count) => t('activity.total', { count })}
                />
              ),
              picture: {
                lead,
                language: i18n.language,
                isRightToLeft: dir === 'rtl',
                renderChart: (drawing) => <BarChart bars={bars} drawing={drawing} />,
              },
              table: rows(counts),
              file: rows(counts),
              fileName: t('activity.save.file.bars', { group: t(`activity.save.group.${group}`) }),
            }
      }
      none={{ title: t('activity.bars.none'), text: t(`activity.bars.noneText.${group}`) }}
      isTable={search.barsAs === 'table'}
      onTable={(isTable) => show({ barsAs: isTable ? 'table' : undefined })}
    />
  );
}
