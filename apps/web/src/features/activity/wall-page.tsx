import './activity-labels.ts';
import { Button } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize, IconX } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { StatsRow } from '@waypost/contract/browse/stats';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { FeaturePage } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import {
  canBeFullScreen,
  enterFullScreen,
  exitFullScreen,
  useIsFullScreen,
} from '../../ui/browser/full-screen.ts';
import { useScreenWakeLock } from '../../ui/browser/use-screen-wake-lock.ts';
import { InteractiveBarChart } from '../../ui/charts/interactive-bar-chart.tsx';
import { ChartLegend, InteractiveTimeChart } from '../../ui/charts/interactive-time-chart.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import { contentId } from '../../ui/navigation/skip-link.tsx';
import type { ActivitySearchParams } from './activity-search-params.ts';
import { formatTimeRange, getTimeRange } from './time-range.ts';
import { useGroupCounts } from './use-activity-queries.ts';
import { useBarChart } from './use-bar-chart.ts';
import { useNow } from './use-now.ts';
import { useTimeChart } from './use-time-chart.ts';
import classes from './wall.module.css';
import { WallPosts } from './wall-posts.tsx';

const isPolling = true;
/** Number of bars that can be read from a distance. */
const maxBars = 8;

/** Font size of charts in pixels, depending on the height of the screen. */
const getFontSize = (height: number) => Math.round(Math.min(22, Math.max(13, height / 62)));

/** The activity screen for a large display: fills the screen, can be read from a distance, and refreshes every minute. */
export function WallPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const search = useSearch({ from: '/activity_/wall' });
  const isThere = useFeature('views-activity');
  useEffect(() => exitFullScreen, []);
  useScreenWakeLock();
  return (
    <main id={contentId} tabIndex={-1} data-quiet-focus className={classes['wall']}>
      {isThere ? <Wall search={search} /> : <FeaturePage feature="views-activity" />}
      <nav className={classes['actions']} aria-label={t('activity.wall.title')}>
        {canBeFullScreen() && <FullScreenButton />}
        <Link to="/activity" search={search} className={classes['action']}>
          <Icon icon={IconX} size={18} />
          {t('activity.wall.leave')}
        </Link>
      </nav>
    </main>
  );
}

function FullScreenButton() {
  const { t } = useTranslation();
  const isFull = useIsFullScreen();
  return (
    <Button
      variant="subtle"
      leftSection={<Icon icon={isFull ? IconArrowsMinimize : IconArrowsMaximize} size={18} />}
      onClick={isFull ? exitFullScreen : enterFullScreen}
    >
      {t(isFull ? 'activity.wall.exitFullScreen' : 'activity.wall.enterFullScreen')}
    </Button>
  );
}

/** Charts and the latest reports on a large display. keys: activity.lines.titleBy.* activity.bars.titleBy.* */
function Wall({ search }: { search: ActivitySearchParams }) {
  const { t, i18n } = useTranslation();
  const { site } = useConfig();
  const size = useFontSize();
  const now = useNow();
  const range = getTimeRange(search, now);
  const barGroup = search.bars ?? 'tags';
  const lineGroup = search.lines ?? 'all';
  const isCumulative = search.cumulative === '1';
  const statuses = useGroupCounts('status', range, { isPolling });
  const today = useGroupCounts('all', { from: now - (now % 86_400_000), to: null }, { isPolling });
  const { query: barsQuery, bars } = useBarChart(barGroup, range, { isPolling, maxBars: maxBars });
  const { query: linesQuery, chart: lineChart } = useTimeChart({
    group: lineGroup,
    range,
    isCumulative,
    now,
    isPolling,
  });
  const latest = [statuses, today, barsQuery, linesQuery];
  const updatedAtMs = Math.min(...latest.map((query) => query.dataUpdatedAt));
  const isStale = latest.some((query) => query.isError);
  const rows = (statuses.data?.totals[0]?.values ?? []) as StatsRow[];
  const total = statuses.data && rows.reduce((all, row) => all + row.total, 0);
  const draft = rows.find((row) => row.label === 'draft')?.total;
  const time = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), { timeStyle: 'medium' }).format(
    updatedAtMs,
  );
  const title = t(`activity.lines.titleBy.${lineGroup}`);
  return (
    <>
      <header className={classes['head']}>
        <div>
          <ScreenTitle title={t('activity.wall.title')} size="h2">
            {site.name}
          </ScreenTitle>
          <p className={classes['range']}>
            {formatTimeRange(range, now, i18n.language) ?? t('activity.range.all')}
          </p>
        </div>
        <dl className={classes['figures']}>
          <Figure name={t('activity.wall.total')} value={total} />
          <Figure
            name={t('activity.wall.today')}
            value={(today.data?.totals[0]?.values as StatsRow[] | undefined)?.[0]?.total}
          />
          {draft !== undefined && <Figure name={t('activity.wall.draft')} value={draft} />}
        </dl>
        <output className={classes['updated']} data-stale={isStale || undefined}>
          {updatedAtMs > 0 && t(isStale ? 'activity.wall.stale' : 'activity.wall.updated', { time })}
        </output>
      </header>
      <section className={classes['lines']} aria-labelledby="wall-lines">
        <h2 id="wall-lines">{isCumulative ? t('activity.lines.titleSum', { title }) : title}</h2>
        {lineChart && <ChartLegend lines={lineChart.lines} />}
        <div className={classes['stage']}>
          {lineChart ? (
            <InteractiveTimeChart
              label={t('activity.lines.probe')}
              data={{
                spanStarts: lineChart.counted.starts,
                lines: lineChart.lines,
                isLastSpanRunning: lineChart.counted.isLastRunning,
              }}
              size={size}
              formatSpan={lineChart.nameSpan}
            />
          ) : (
            linesQuery.isSuccess && <p className={classes['none']}>{t('activity.lines.noneText')}</p>
          )}
        </div>
      </section>
      <section className={classes['bars']} aria-labelledby="wall-bars">
        <h2 id="wall-bars">{t(`activity.bars.titleBy.${barGroup}`)}</h2>
        <div className={classes['stage']}>
          {bars.length > 0 ? (
            <InteractiveBarChart
              label={t('activity.bars.probe')}
              bars={bars}
              size={size}
              formatCount={(count) => t('activity.total', { count })}
            />
          ) : (
            barsQuery.isSuccess && <p className={classes['none']}>{t('activity.bars.none')}</p>
          )}
        </div>
      </section>
      <WallPosts range={range} />
    </>
  );
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  const { i18n } = useTranslation();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === undefined ? '–' : new Intl.NumberFormat(resolveFormatLocale(i18n.language)).format(value)}
      </dd>
    </div>
  );
}

function useFontSize(): number {
  const [size, setSize] = useState(() => getFontSize(window.innerHeight));
  useEffect(() => {
    const measure = () => setSize(getFontSize(window.innerHeight));
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return size;
}
