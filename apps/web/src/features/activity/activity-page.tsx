import './activity-labels.ts';
import { IconScreenShare } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { StatsRow } from '@waypost/contract/browse/stats';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useAccount } from '../../api/session.ts';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { enterFullScreen } from '../../ui/browser/full-screen.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './activity.module.css';
import { BarChartCard } from './bar-chart-card.tsx';
import { CrowdsourcedSurveyTable, TargetedSurveyTable } from './survey-tables.tsx';
import { TimeChartCard } from './time-chart-card.tsx';
import { formatTimeRange, getTimeRange, type TimeRange, toDateFilters } from './time-range.ts';
import { TimeRangeFilter } from './time-range-filter.tsx';
import { Timeline } from './timeline.tsx';
import { useAreaSets, useGroupCounts } from './use-activity-queries.ts';
import { useNow } from './use-now.ts';

const AreaMapCard = lazy(() => import('./area-map-card.tsx'));

/** The activity page: reports over time and by group, the latest reports, and tables of surveys (spec 2 §2). */
export function ActivityPage() {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const search = useSearch({ from: '/activity' });
  const { site } = useConfig();
  const isMember = useAccount() !== null;
  const hasTargeted = useFeature('targeted-surveys');
  const sets = useAreaSets();
  const areaSet = (sets.find(({ id }) => id === search.areas) ?? sets[0])?.id;
  const now = useNow();
  const range = getTimeRange(search, now);
  const text = formatTimeRange(range, now, i18n.language);
  const { data } = useGroupCounts('all', range);
  const total = data?.totals[0]?.values[0]?.total;
  const subtitle = t('activity.save.lead', { range: text ?? t('activity.range.all'), site: site.name });
  return (
    <div className={classes['page']}>
      <PageHeader
        crumbs={[]}
        title={t('activity.title')}
        lead={t('activity.lead')}
        actions={
          <ButtonLink
            to="/activity/wall"
            search={search}
            variant="default"
            size="md"
            leftSection={<Icon icon={IconScreenShare} size={18} />}
            onClick={enterFullScreen}
          >
            {t('activity.wall.open')}
          </ButtonLink>
        }
      />
      <TimeRangeFilter search={search} text={text} />
      <output className={classes['total']}>
        {total !== undefined && <strong>{t('activity.total', { count: total })}</strong>}
        {total !== undefined && <ArchivedCount range={range} />}
        {total !== undefined && (data?.unmapped ?? 0) > 0 && (
          <span>{t('activity.unmapped', { count: data?.unmapped ?? 0 })}</span>
        )}
        <span>{t('activity.utc')}</span>
      </output>
      <div className={classes['columns']}>
        <div className={classes['main']}>
          <TimeChartCard search={search} range={range} subtitle={subtitle} now={now} />
          <BarChartCard search={search} range={range} subtitle={subtitle} />
          {search.bars === 'area' && areaSet !== undefined && (
            <Suspense>
              <AreaMapCard setId={areaSet} range={range} />
            </Suspense>
          )}
          {isMember && <CrowdsourcedSurveyTable search={search} range={range} />}
          {isMember && hasTargeted && <TargetedSurveyTable search={search} />}
        </div>
        <Timeline search={search} range={range} />
      </div>
    </div>
  );
}

/** How many of the counted reports are archived: the map and the list leave them out, and show fewer. */
function ArchivedCount({ range }: { range: TimeRange }) {
  const { t } = useTranslation();
  const { data } = useGroupCounts('status', range);
  const rows = (data?.totals[0]?.values ?? []) as StatsRow[];
  const number = rows.find(({ label }) => label === 'archived')?.total ?? 0;
  if (number === 0) return null;
  return (
    <Link to="/views/data" search={{ status: ['archived'], ...toDateFilters(range) }}>
      {t('activity.archived', { number })}
    </Link>
  );
}
