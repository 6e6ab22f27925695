import './activity-labels.ts';
import { IconScreenShare } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useAccount } from '../../api/session.ts';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { enterFullScreen } from '../../ui/browser/full-screen.ts';
import { useIsPhone } from '../../ui/browser/use-is-phone.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './activity.module.css';
import { BarChartCard } from './bar-chart-card.tsx';
import { CrowdsourcedSurveyTable, TargetedSurveyTable } from './survey-tables.tsx';
import { TimeChartCard } from './time-chart-card.tsx';
import { formatTimeRange, getTimeRange } from './time-range.ts';
import { TimeRangeFilter } from './time-range-filter.tsx';
import { Timeline } from './timeline.tsx';
import { useGroupCounts } from './use-activity-queries.ts';
import { useNow } from './use-now.ts';

/** The activity page: reports over time and by group, the latest reports, and tables of surveys (spec 2 §2). */
export function ActivityPage() {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const controls = useIsPhone() ? 'md' : 'sm';
  const search = useSearch({ from: '/activity' });
  const { site } = useConfig();
  const isMember = useAccount() !== null;
  const hasTargeted = useFeature('targeted-surveys');
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
            size={controls}
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
        {total !== undefined && (data?.unmapped ?? 0) > 0 && (
          <span>{t('activity.unmapped', { count: data?.unmapped ?? 0 })}</span>
        )}
        <span>{t('activity.utc')}</span>
      </output>
      <div className={classes['columns']}>
        <div className={classes['main']}>
          <TimeChartCard search={search} range={range} subtitle={subtitle} now={now} />
          <BarChartCard search={search} range={range} subtitle={subtitle} />
          {isMember && <CrowdsourcedSurveyTable search={search} range={range} />}
          {isMember && hasTargeted && <TargetedSurveyTable search={search} />}
        </div>
        <Timeline search={search} range={range} />
      </div>
    </div>
  );
}
