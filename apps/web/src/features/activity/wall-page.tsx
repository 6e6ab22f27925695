/**
 * The activity screen for the wall of a situation room: fills the screen, is read from afar, and looks for news by itself every
 * minute.
 */
import './activity-words.ts';
import { Button } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize, IconX } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { StatsRow } from '@waypost/contract/stats';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { FeaturePage } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { BarStage } from '../../ui/charts/bar-stage.tsx';
import { TimeLegend, TimeStage } from '../../ui/charts/time-stage.tsx';
import { formatsOf } from '../../ui/formats-of.ts';
import { useLoadedWords } from '../../ui/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { contentId } from '../../ui/skip-link.tsx';
import type { ActivitySearch } from './activity-search.ts';
import { canBeFullScreen, goFullScreen, leaveFullScreen, useIsFullScreen } from './full-screen.ts';
import { rangeOf, rangeText } from './range.ts';
import { useCounts } from './use-activity.ts';
import { useAwake } from './use-awake.ts';
import { useBars } from './use-bars.ts';
import { useLines } from './use-lines.ts';
import { useNow } from './use-now.ts';
import classes from './wall.module.css';
import { WallPosts } from './wall-posts.tsx';

const keepsLooking = true;
/** Bars that are read from afar. */
const mostBars = 8;

/** Of the font of charts, in pixels: what the height of the screen allows. */
const sizeFor = (height: number) => Math.round(Math.min(22, Math.max(13, height / 62)));

export function WallPage() {
  useLoadedWords();
  const { t } = useTranslation();
  const search = useSearch({ from: '/activity_/wall' });
  const isThere = useFeature('views-activity');
  useEffect(() => leaveFullScreen, []);
  useAwake();
  return (
    <main id={contentId} tabIndex={-1} data-quiet-focus className={classes['wall']}>
      {isThere ? <Wall search={search} /> : <FeaturePage feature="views-activity" />}
      <nav className={classes['ways']} aria-label={t('activity.wall.title')}>
        {canBeFullScreen() && <FullScreenButton />}
        <Link to="/activity" search={search} className={classes['way']}>
          <Icon of={IconX} size={18} />
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
      leftSection={<Icon of={isFull ? IconArrowsMinimize : IconArrowsMaximize} size={18} />}
      onClick={isFull ? leaveFullScreen : goFullScreen}
    >
      {t(isFull ? 'activity.wall.unfull' : 'activity.wall.full')}
    </Button>
  );
}

/** keys: activity.lines.titleBy.* activity.bars.titleBy.* */
function Wall({ search }: { search: ActivitySearch }) {
  const { t, i18n } = useTranslation();
  const { site } = useConfig();
  const size = useFontSize();
  const now = useNow();
  const range = rangeOf(search, now);
  const barGroup = search.bars ?? 'tags';
  const lineGroup = search.lines ?? 'all';
  const isCumulative = search.cumulative === '1';
  const statuses = useCounts('status', range, { keepsLooking });
  const today = useCounts('all', { from: now - (now % 86_400_000), to: null }, { keepsLooking });
  const { asked: barsAsked, bars } = useBars(barGroup, range, { keepsLooking, most: mostBars });
  const { asked: linesAsked, drawn } = useLines({ group: lineGroup, range, isCumulative, now, keepsLooking });
  const latest = [statuses, today, barsAsked, linesAsked];
  const updated = Math.min(...latest.map((it) => it.dataUpdatedAt));
  const isStale = latest.some((it) => it.isError);
  const rows = (statuses.data?.totals[0]?.values ?? []) as StatsRow[];
  const total = statuses.data && rows.reduce((all, it) => all + it.total, 0);
  const draft = rows.find((it) => it.label === 'draft')?.total;
  const time = new Intl.DateTimeFormat(formatsOf(i18n.language), { timeStyle: 'medium' }).format(updated);
  const plain = t(`activity.lines.titleBy.${lineGroup}`);
  return (
    <>
      <header className={classes['head']}>
        <div>
          <ScreenTitle title={t('activity.wall.title')} size="h2">
            {site.name}
          </ScreenTitle>
          <p className={classes['when']}>{rangeText(range, now, i18n.language) ?? t('activity.range.all')}</p>
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
          {updated > 0 && t(isStale ? 'activity.wall.stale' : 'activity.wall.updated', { time })}
        </output>
      </header>
      <section className={classes['lines']} aria-labelledby="wall-lines">
        <h2 id="wall-lines">{isCumulative ? t('activity.lines.titleSum', { title: plain }) : plain}</h2>
        {drawn && <TimeLegend lines={drawn.lines} />}
        <div className={classes['stage']}>
          {drawn ? (
            <TimeStage
              label={t('activity.lines.probe')}
              data={{ starts: drawn.counted.starts, lines: drawn.lines }}
              size={size}
              nameSpan={drawn.nameSpan}
            />
          ) : (
            linesAsked.isSuccess && <p className={classes['none']}>{t('activity.lines.noneText')}</p>
          )}
        </div>
      </section>
      <section className={classes['bars']} aria-labelledby="wall-bars">
        <h2 id="wall-bars">{t(`activity.bars.titleBy.${barGroup}`)}</h2>
        <div className={classes['stage']}>
          {bars.length > 0 ? (
            <BarStage
              label={t('activity.bars.probe')}
              bars={bars}
              size={size}
              count={(count) => t('activity.total', { count })}
            />
          ) : (
            barsAsked.isSuccess && <p className={classes['none']}>{t('activity.bars.none')}</p>
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
      <dd>{value === undefined ? '–' : new Intl.NumberFormat(formatsOf(i18n.language)).format(value)}</dd>
    </div>
  );
}

function useFontSize(): number {
  const [size, setSize] = useState(() => sizeFor(window.innerHeight));
  useEffect(() => {
    const measure = () => setSize(sizeFor(window.innerHeight));
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return size;
}
