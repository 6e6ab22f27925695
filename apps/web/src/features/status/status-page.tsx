/** How the deployment fares, for administrators: what needs somebody first, then the figures. keys: status.concern.* */
import './status-words.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readStatus } from '@waypost/contract/status';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { useLoadedWords } from '../../ui/i18n.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { ConcernList } from './concern-list.tsx';
import { StatusCards } from './status-cards.tsx';
import classes from './status-page.module.css';

/** Milliseconds between looks. */
const pace = 5000;

export function StatusPage() {
  useLoadedWords();
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery({
    ...read(readStatus, {}),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pace,
  });
  return (
    <SettingsPage lead={t('status.lead')}>
      {error && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingList rows={4} height={120} />}
      {data && (
        <>
          {error && (
            <p className={classes['quiet']}>
              {t('status.asOf')} <RelativeTime date={data.now} />
            </p>
          )}
          <ConcernList of={data.concerns} />
          <StatusCards status={data} />
        </>
      )}
    </SettingsPage>
  );
}
