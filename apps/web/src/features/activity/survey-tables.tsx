/**
 * Tables of surveys (spec 2 §2, "Tables"): open surveys with their reports by source, for every logged-in user; targeted surveys
 * with their numbers of messages and answers, where the plan includes them.
 * keys: activity.surveys.*
 */
import { useQueries, useQuery } from '@tanstack/react-query';
import { postSources } from '@waypost/contract/browse/post-filters';
import { readSurveyStats, type StatsRow, type SurveyStats } from '@waypost/contract/browse/stats';
import { listSurveys, type Survey } from '@waypost/contract/surveys/surveys';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { EmptyState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import classes from './activity.module.css';
import type { ActivitySearchParams } from './activity-search-params.ts';
import { ChartTable } from './chart-table.tsx';
import type { TimeRange } from './time-range.ts';
import { useGroupCounts } from './use-activity-queries.ts';
import { useUpdateActivitySearch } from './use-update-activity-search.ts';

/** Surveys per page. */
const pageSize = 10;

interface SurveyTableProps {
  title: string;
  description?: string;
  headings: readonly string[];
  /** Undefined while loading. */
  rows: readonly (readonly (string | number)[])[] | undefined;
  /** Text shown when there are no rows. */
  emptyReason?: string | undefined;
  pages: ReactNode;
}

function SurveyTable({ title, description, headings, rows, emptyReason, pages }: SurveyTableProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <header className={classes['cardHead']}>
        <h2 id={id} className={classes['cardTitle']}>
          {title}
        </h2>
        {description && <p className={classes['note']}>{description}</p>}
      </header>
      {!rows && <ListSkeleton rows={3} height={40} />}
      {rows?.length === 0 && <EmptyState title={t('activity.surveys.none')}>{emptyReason}</EmptyState>}
      {rows && rows.length > 0 && (
        <ChartTable label={t('activity.table.of', { title })} table={{ head: headings, rows }} />
      )}
      {pages}
    </section>
  );
}

const sourceColumns = ['all', ...postSources] as const;

/** Reports by source for every survey, largest first; the last row counts reports without a survey. */
function countBySource(surveys: readonly Survey[], stats: readonly StatsRow[], noSurveyName: string) {
  const buildRow = (id: number | null, name: string): readonly [string, ...number[]] => {
    const matchingRows = stats.filter((row) => row.id === id);
    const countOf = (type: string) =>
      matchingRows.reduce((all, row) => (type === 'all' || row.type === type ? all + row.total : all), 0);
    return [name, ...sourceColumns.map(countOf)];
  };
  const total = ([, all = 0]: readonly [string, ...number[]]) => all;
  const surveyRows = surveys
    .filter((survey) => !survey.targeted_survey)
    .map((survey) => buildRow(survey.id, survey.name));
  const noSurveyRow = buildRow(null, noSurveyName);
  return [
    ...surveyRows.toSorted((a, b) => total(b) - total(a) || a[0].localeCompare(b[0])),
    ...(total(noSurveyRow) > 0 ? [noSurveyRow] : []),
  ];
}

interface Props {
  search: ActivitySearchParams;
}

/** Open surveys with their reports by source. */
export function CrowdsourcedSurveyTable({ search, range }: Props & { range: TimeRange }) {
  const { t } = useTranslation();
  const updateSearch = useUpdateActivitySearch();
  const surveys = useQuery(buildEndpointQuery(listSurveys, {}));
  const counts = useGroupCounts('form', range);
  const hasFailed = surveys.isError || counts.isError;
  const isThere = surveys.data && counts.data;
  const all = isThere
    ? countBySource(
        surveys.data.results,
        (counts.data.totals[0]?.values ?? []) as StatsRow[],
        t('activity.noSurvey'),
      )
    : [];
  const page = search.surveys ?? 1;
  return (
    <SurveyTable
      title={t('activity.surveys.crowdsourced')}
      headings={[
        t('activity.surveys.survey'),
        ...sourceColumns.map((column) => t(`activity.surveys.${column}`)),
      ]}
      rows={isThere || hasFailed ? all.slice((page - 1) * pageSize, page * pageSize) : undefined}
      emptyReason={hasFailed ? t('activity.surveys.failed') : undefined}
      pages={
        <Pagination
          page={page}
          total={all.length}
          pageSize={pageSize}
          onPage={(next) => updateSearch({ surveys: next > 1 ? next : undefined })}
        />
      }
    />
  );
}

const statsFields = {
  responses: 'total_responses',
  recipients: 'total_recipients',
  answered: 'total_response_recipients',
  sent: 'total_messages_sent',
} as const satisfies Record<string, keyof SurveyStats>;
const targetedColumns = ['responses', 'recipients', 'answered', 'sent'] as const;

/** Targeted surveys with their numbers of recipients, messages and answers. */
export function TargetedSurveyTable({ search }: Props) {
  const { t } = useTranslation();
  const updateSearch = useUpdateActivitySearch();
  const surveys = useQuery(buildEndpointQuery(listSurveys, {}));
  const all = surveys.data?.results.filter((survey) => survey.targeted_survey) ?? [];
  const page = search.targeted ?? 1;
  const pageSurveys = all.slice((page - 1) * pageSize, page * pageSize);
  const statsQueries = useQueries({
    // The table shows an error of its own when the user has no permission.
    queries: pageSurveys.map(({ id }) => ({
      ...buildEndpointQuery(readSurveyStats, { params: { id } }, { ignoresRefusal: true }),
      retry: false,
    })),
  });
  const error = surveys.error ?? statsQueries.find((query) => query.error)?.error;
  const isThere = surveys.data && statsQueries.every((query) => query.data);
  const rows = pageSurveys.map(({ name }, at): readonly [string, ...number[]] => [
    name,
    ...targetedColumns.map((column) => statsQueries[at]?.data?.[statsFields[column]] ?? 0),
  ]);
  const emptyReason = isApiError(error) && error.status === 403 ? 'notYours' : 'failed';
  return (
    <SurveyTable
      title={t('activity.surveys.targeted')}
      description={t('activity.surveys.targetedLead')}
      headings={[
        t('activity.surveys.survey'),
        ...targetedColumns.map((column) => t(`activity.surveys.${column}`)),
      ]}
      rows={error ? [] : isThere ? rows : undefined}
      emptyReason={error ? t(`activity.surveys.${emptyReason}`) : undefined}
      pages={
        <Pagination
          page={page}
          total={error ? 0 : all.length}
          pageSize={pageSize}
          onPage={(next) => updateSearch({ targeted: next > 1 ? next : undefined })}
        />
      }
    />
  );
}
