/**
 * Surveys in numbers (spec 2 §2, "Tables"): those open to people by the way in which reports came, for everybody logged in;
 * those sent to chosen people by what was sent and answered, where the plan has them.
 * keys: activity.surveys.*
 */
import { useQueries, useQuery } from '@tanstack/react-query';
import { sources } from '@waypost/contract/post-filters';
import { readSurveyStats, type StatsRow, type SurveyStats } from '@waypost/contract/stats';
import { listSurveys, type Survey } from '@waypost/contract/surveys';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, LoadingList } from '../../ui/states.tsx';
import classes from './activity.module.css';
import type { ActivitySearch } from './activity-search.ts';
import { ChartTable } from './chart-table.tsx';
import type { Range } from './range.ts';
import { useCounts } from './use-activity.ts';
import { useShow } from './use-show.ts';

/** Surveys on a page. */
const size = 10;

interface CardProps {
  title: string;
  lead?: string;
  head: readonly string[];
  /** Undefined while they are on their way. */
  rows: readonly (readonly (string | number)[])[] | undefined;
  /** Why there are none. */
  why?: string | undefined;
  pages: ReactNode;
}

function SurveyTable({ title, lead, head, rows, why, pages }: CardProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <header className={classes['cardHead']}>
        <h2 id={id} className={classes['cardTitle']}>
          {title}
        </h2>
        {lead && <p className={classes['note']}>{lead}</p>}
      </header>
      {!rows && <LoadingList rows={3} height={40} />}
      {rows?.length === 0 && <EmptyState title={t('activity.surveys.none')}>{why}</EmptyState>}
      {rows && rows.length > 0 && (
        <ChartTable label={t('activity.table.of', { title })} table={{ head, rows }} />
      )}
      {pages}
    </section>
  );
}

const columns = ['all', ...sources] as const;

/** Every survey with its reports by source, the largest first; what belongs to none is the last row. */
function bySource(surveys: readonly Survey[], stats: readonly StatsRow[], unknown: string) {
  const rowOf = (id: number | null, name: string): readonly [string, ...number[]] => {
    const own = stats.filter((it) => it.id === id);
    const of = (type: string) =>
      own.reduce((all, it) => (type === 'all' || it.type === type ? all + it.total : all), 0);
    return [name, ...columns.map(of)];
  };
  const total = ([, all = 0]: readonly [string, ...number[]]) => all;
  const known = surveys.filter((it) => !it.targeted_survey).map((it) => rowOf(it.id, it.name));
  const none = rowOf(null, unknown);
  return [
    ...known.toSorted((a, b) => total(b) - total(a) || a[0].localeCompare(b[0])),
    ...(total(none) > 0 ? [none] : []),
  ];
}

interface Props {
  search: ActivitySearch;
}

export function CrowdsourcedTable({ search, range }: Props & { range: Range }) {
  const { t } = useTranslation();
  const show = useShow();
  const surveys = useQuery(read(listSurveys, {}));
  const counts = useCounts('form', range);
  const hasFailed = surveys.isError || counts.isError;
  const isThere = surveys.data && counts.data;
  const all = isThere
    ? bySource(
        surveys.data.results,
        (counts.data.totals[0]?.values ?? []) as StatsRow[],
        t('activity.unknownSurvey'),
      )
    : [];
  const page = search.surveys ?? 1;
  return (
    <SurveyTable
      title={t('activity.surveys.crowdsourced')}
      head={[t('activity.surveys.survey'), ...columns.map((it) => t(`activity.surveys.${it}`))]}
      rows={isThere || hasFailed ? all.slice((page - 1) * size, page * size) : undefined}
      why={hasFailed ? t('activity.surveys.failed') : undefined}
      pages={
        <Pagination
          page={page}
          total={all.length}
          size={size}
          onPage={(next) => show({ surveys: next > 1 ? next : undefined })}
        />
      }
    />
  );
}

const counters = {
  responses: 'total_responses',
  recipients: 'total_recipients',
  answered: 'total_response_recipients',
  sent: 'total_messages_sent',
} as const satisfies Record<string, keyof SurveyStats>;
const counted = ['responses', 'recipients', 'answered', 'sent'] as const;

export function TargetedTable({ search }: Props) {
  const { t } = useTranslation();
  const show = useShow();
  const surveys = useQuery(read(listSurveys, {}));
  const all = surveys.data?.results.filter((it) => it.targeted_survey) ?? [];
  const page = search.targeted ?? 1;
  const shown = all.slice((page - 1) * size, page * size);
  const asked = useQueries({
    // Who may not know is told so here, and stays on the screen.
    queries: shown.map(({ id }) => ({
      ...read(readSurveyStats, { params: { id } }, { quiet: true }),
      retry: false,
    })),
  });
  const error = surveys.error ?? asked.find((it) => it.error)?.error;
  const isThere = surveys.data && asked.every((it) => it.data);
  const rows = shown.map(({ name }, at): readonly [string, ...number[]] => [
    name,
    ...counted.map((it) => asked[at]?.data?.[counters[it]] ?? 0),
  ]);
  const why = isApiError(error) && error.status === 403 ? 'notYours' : 'failed';
  return (
    <SurveyTable
      title={t('activity.surveys.targeted')}
      lead={t('activity.surveys.targetedLead')}
      head={[t('activity.surveys.survey'), ...counted.map((it) => t(`activity.surveys.${it}`))]}
      rows={error ? [] : isThere ? rows : undefined}
      why={error ? t(`activity.surveys.${why}`) : undefined}
      pages={
        <Pagination
          page={page}
          total={error ? 0 : all.length}
          size={size}
          onPage={(next) => show({ targeted: next > 1 ? next : undefined })}
        />
      }
    />
  );
}
