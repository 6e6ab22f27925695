/** The audit log: changes of rights and settings, latest first. */
import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type AuditEntry, listAudit } from '@waypost/contract/audit/audit';
import { auditSubjects } from '@waypost/contract/audit/audit-subjects';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { groupByDay } from '../../ui/display/group-by-day.ts';
import { Icon } from '../../ui/display/icon.tsx';
import rows from '../../ui/display/row-list.module.css';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import classes from './audit-page.module.css';
import { AuditRow } from './audit-row.tsx';
import type { AuditSearch } from './audit-search.ts';

const pageSize = 25;

/** The audit log, filtered by user and subject. keys: audit.subjects.* */
export function AuditPage() {
  const { t } = useTranslation();
  const { by, action, subject, page = 1 } = useSearch({ from: '/settings/audit' });
  const navigate = useNavigate({ from: '/settings/audit' });
  const show = (change: AuditSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  const filters = {
    ...(by ? { user: by } : {}),
    ...(action ? { action } : {}),
    ...(subject ? { subject } : {}),
  };
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...buildEndpointQuery(listAudit, {
      query: { ...filters, limit: pageSize, offset: (page - 1) * pageSize },
    }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  const filteredUser = data?.results.find((entry) => entry.user?.id === by);
  return (
    <SettingsPage isWide lead={t('audit.lead')}>
      <div className={classes['filters']}>
        <NativeSelect
          aria-label={t('audit.about')}
          value={action ?? subject ?? ''}
          onChange={(event) =>
            show({
              action: event.currentTarget.value === 'view' ? 'view' : undefined,
              subject: auditSubjects.find((it) => it === event.currentTarget.value),
            })
          }
          data={[
            { value: '', label: t('audit.subjects.all') },
            { value: 'view', label: t('audit.subjects.views') },
            ...auditSubjects.map((it) => ({ value: it, label: t(`audit.subjects.${it}`) })),
          ]}
        />
        {by !== undefined && (
          <Button
            variant="default"
            size="md"
            rightSection={<Icon icon={IconX} size={16} />}
            onClick={() => show({ by: undefined })}
            aria-label={t('audit.everybody')}
          >
            <bdi>{t('audit.by', { name: filteredUser?.user_name ?? t('audit.nameless', { id: by }) })}</bdi>
          </Button>
        )}
      </div>
      {data && data.results.length > 0 && (
        <AuditDays entries={data.results} now={dataUpdatedAt} onUserClick={(id) => show({ by: id })} />
      )}
      {data?.results.length === 0 && (
        <EmptyState title={t('audit.none.title')}>{t('audit.none.text')}</EmptyState>
      )}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={6} height={64} />}
      <Pagination page={page} total={data?.total_count ?? 0} pageSize={pageSize} />
    </SettingsPage>
  );
}

/** Entries below the days on which they were made, the latest first. */
function AuditDays({
  entries,
  now,
  onUserClick,
}: {
  entries: readonly AuditEntry[];
  /** Milliseconds since 1970. */
  now: number;
  onUserClick: (id: number) => void;
}) {
  const { t, i18n } = useTranslation();
  const days = groupByDay(
    entries.map(({ at }) => ({ date: at })),
    new Date(now),
    i18n.language,
  );
  const startOf = (index: number) => days.slice(0, index).reduce((sum, { count }) => sum + count, 0);
  return (
    <ol className={classes['days']} aria-label={t('settings.entry.audit.title')}>
      {days.map(({ label, count }, index) => (
        <li key={label}>
          <h2 className={classes['day']}>{label}</h2>
          <ol className={rows['list']}>
            {entries.slice(startOf(index), startOf(index) + count).map((entry) => (
              <AuditRow key={entry.id} entry={entry} onUserClick={onUserClick} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
