/** What is happening, at a glance: reports over time, by kind, the latest of them, and surveys in numbers (spec 2 §2). */
import './activity-words.ts';
import { IconScreenShare } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useAccount } from '../../api/session.ts';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useLoadedWords } from '../../ui/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import classes from './activity.module.css';
import { BarsCard } from './bars-card.tsx';
import { goFullScreen } from './full-screen.ts';
import { LinesCard } from './lines-card.tsx';
import { rangeOf, rangeText } from './range.ts';
import { RangeFilter } from './range-filter.tsx';
import { CrowdsourcedTable, TargetedTable } from './survey-tables.tsx';
import { Timeline } from './timeline.tsx';
import { useCounts } from './use-activity.ts';
import { useNow } from './use-now.ts';

export function ActivityPage() {
  useLoadedWords();
  const { t, i18n } = useTranslation();
  const controls = usePhone() ? 'md' : 'sm';
  const search = useSearch({ from: '/activity' });
  const { site } = useConfig();
  const isMember = useAccount() !== null;
  const hasTargeted = useFeature('targeted-surveys');
  const now = useNow();
  const range = rangeOf(search, now);
  const text = rangeText(range, now, i18n.language);
  const { data } = useCounts('all', range);
  const total = data?.totals[0]?.values[0]?.total;
  const lead = t('activity.save.lead', { range: text ?? t('activity.range.all'), site: site.name });
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
            leftSection={<Icon of={IconScreenShare} size={18} />}
            onClick={goFullScreen}
          >
            {t('activity.wall.open')}
          </ButtonLink>
        }
      />
      <RangeFilter search={search} text={text} />
      <output className={classes['total']}>
        {total !== undefined && <strong>{t('activity.total', { count: total })}</strong>}
        {total !== undefined && (data?.unmapped ?? 0) > 0 && (
          <span>{t('activity.unmapped', { count: data?.unmapped ?? 0 })}</span>
        )}
        <span>{t('activity.utc')}</span>
      </output>
      <div className={classes['columns']}>
        <div className={classes['main']}>
          <LinesCard search={search} range={range} lead={lead} now={now} />
          <BarsCard search={search} range={range} lead={lead} />
          {isMember && <CrowdsourcedTable search={search} range={range} />}
          {isMember && hasTargeted && <TargetedTable search={search} />}
        </div>
        <Timeline search={search} range={range} />
      </div>
    </div>
  );
}
