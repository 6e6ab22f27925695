import './status-labels.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readStatus } from '@waypost/contract/status/status';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { ConcernList } from './concern-list.tsx';
import { StatusCards } from './status-cards.tsx';
import classes from './status-page.module.css';

/** Milliseconds between refetches. */
const pollIntervalMs = 5000;

/** The state of the deployment, for administrators: problems first, then figures. keys: status.concern.* */
export function StatusPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery({
    ...buildEndpointQuery(readStatus, {}),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
  return (
    <SettingsPage lead={t('status.lead')}>
      {error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {isPending && <ListSkeleton rows={4} height={120} />}
      {data && (
        <>
          {error && (
            <p className={classes['muted']}>
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
