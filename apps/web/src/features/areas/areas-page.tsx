/** The page of areas: their sets, and how far the areas of stored reports are found. */
import '../../ui/i18n/areas-labels.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listAreaSets } from '@waypost/contract/areas/areas';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import rows from '../../ui/display/row-list.module.css';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { AreaSetRow } from './area-set-row.tsx';
import classes from './areas.module.css';

/** While areas of reports are being found. */
const pollMs = 1500;

/** The settings page. */
export function AreasPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const adding = useLazyDialog(() => import('./add-areas-dialog.tsx'));
  return (
    <SettingsPage
      isWide
      lead={t('areas.lead')}
      actions={
        <Button size="md" leftSection={<Icon icon={IconPlus} size={18} />} onClick={() => adding.open({})}>
          {t('areas.add.action')}
        </Button>
      }
    >
      <AreaSetList />
      {adding.dialog}
    </SettingsPage>
  );
}

function AreaSetList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listAreaSets, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.progress ? pollMs : false),
  });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} height={72} />;
  return (
    <>
      {data.progress && <Progress {...data.progress} />}
      {data.count === 0 ? (
        <EmptyState title={t('areas.none.title')}>{t('areas.none.text')}</EmptyState>
      ) : (
        <ul className={rows['list']} aria-label={t('settings.entry.areas.title')}>
          {data.results.map((set) => (
            <AreaSetRow key={set.id} set={set} />
          ))}
        </ul>
      )}
    </>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation();
  const text = t('areas.progress');
  return (
    <p className={classes['progress']}>
      <progress aria-label={text} {...(total === 0 ? {} : { max: total, value: done })} />
      <span className={rows['detail']} data-figures>
        {text}
        {total > 0 && ` · ${t('areas.percent', { share: Math.min(1, done / total) })}`}
      </span>
    </p>
  );
}
