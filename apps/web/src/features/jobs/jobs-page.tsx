import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type JobGroup, listJobs } from '@waypost/contract/jobs/jobs';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import rows from '../../ui/display/row-list.module.css';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { JobRow } from './job-row.tsx';
import classes from './jobs-page.module.css';

const pageSize = 25;
/** Under way are rarely more than a few; those that are do not fill the page. */
const maxRunningShown = 10;
/** Milliseconds between looks: what is under way moves. */
const pollIntervalMs = 4000;

const useJobs = (group: JobGroup, limit: number, offset = 0) =>
  useQuery({
    ...buildEndpointQuery(listJobs, { query: { group, limit, offset } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });

/** Work that nobody waits for: what failed for good, to be tried again or forgotten, and what is under way. */
export function JobsPage() {
  const { t } = useTranslation();
  const { page = 1 } = useSearch({ from: '/settings/jobs' });
  const failed = useJobs('failed', pageSize, (page - 1) * pageSize);
  const running = useJobs('running', maxRunningShown);
  const waiting = useJobs('waiting', 1);
  const jobs = failed.data?.results;
  const others = (running.data?.total_count ?? 0) - (running.data?.results.length ?? 0);
  const inLine = waiting.data?.total_count ?? 0;
  return (
    <SettingsPage isWide lead={t('jobs.lead')}>
      <Section title={t('jobs.failed')}>
        {jobs && jobs.length > 0 && <List of={jobs.map((job) => <JobRow key={job.id} job={job} />)} />}
        {jobs?.length === 0 && <EmptyState title={t('jobs.none.title')}>{t('jobs.none.text')}</EmptyState>}
        {failed.error && !failed.data && (
          <ErrorState messages={formatErrorMessages(failed.error)} onRetry={() => void failed.refetch()} />
        )}
        {failed.isPending && <ListSkeleton rows={3} height={72} />}
        <Pagination page={page} total={failed.data?.total_count ?? 0} pageSize={pageSize} />
      </Section>
      <Section title={t('jobs.running')}>
        {running.data && running.data.results.length > 0 && (
          <List of={running.data.results.map((job) => <JobRow key={job.id} job={job} />)} />
        )}
        {running.data && (
          <p className={classes['remaining']}>
            {running.data.results.length === 0 && `${t('jobs.idle')} `}
            {others > 0 && `${t('jobs.others', { count: others })} `}
            {inLine > 0 && t('jobs.waiting', { count: inLine })}
          </p>
        )}
        {running.error && !running.data && (
          <ErrorState messages={formatErrorMessages(running.error)} onRetry={() => void running.refetch()} />
        )}
        {running.isPending && <ListSkeleton rows={1} height={72} />}
      </Section>
    </SettingsPage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <h2 id={id} className={classes['title']}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const List = ({ of }: { of: ReactNode }) => <ul className={rows['list']}>{of}</ul>;
