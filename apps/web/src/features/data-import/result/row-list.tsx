import type { Import, RejectedRow, RowWithWarnings } from '@waypost/contract/imports/imports';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { Pagination } from '../../../ui/navigation/pagination.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import classes from '../data-import.module.css';
import { formatRejectionReason } from '../format-rejection-reason.ts';
import { useColumnName, useLineLabel } from '../use-mapping-labels.ts';

/** Rows on one page. */
export const rowPageSize = 20;

type Row = RejectedRow | RowWithWarnings;

interface Props {
  /** Id of the heading. */
  id: string;
  title: string;
  lead: string;
  /** What can be done with all rows. */
  action?: ReactNode;
  importRecord: Import;
  query: {
    data: { results: readonly Row[]; total_count: number } | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
  page: number;
  onPage: (page: number) => void;
}

/** List of rows of a file with what is wrong with them. */
export function RowList({ id, title, lead, action, importRecord, query, page, onPage }: Props) {
  const { data, error, refetch } = query;
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h2 id={id} className={classes['title']}>
        {title}
      </h2>
      <p className={classes['text']}>{lead}</p>
      {action}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={40} />}
      {data && data.results.length > 0 && (
        // Focusable, so that the keyboard can scroll it sideways.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes['scroll']} tabIndex={0} aria-label={title}>
          <RowTable importRecord={importRecord} rows={data.results} />
        </section>
      )}
      <Pagination page={page} total={data?.total_count ?? 0} pageSize={rowPageSize} onPage={onPage} />
    </section>
  );
}

function RowTable({ importRecord, rows }: { importRecord: Import; rows: readonly Row[] }) {
  const { t } = useTranslation();
  const columnName = useColumnName();
  const lineLabel = useLineLabel(importRecord.source ?? null);
  const hasPosts = rows.some((row) => 'post' in row);
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{lineLabel}</th>
          <th scope="col">{t('dataImport.rejected.column')}</th>
          <th scope="col">{t('dataImport.rejected.cell')}</th>
          <th scope="col">{t('dataImport.rejected.problem')}</th>
          {hasPosts && <th scope="col">{t('dataImport.warnings.report')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row) =>
          row.errors.map((entry) => (
            <tr key={`${row.row} ${entry.column_index} ${entry.column} ${entry.message}`}>
              <td className={classes['number']}>{row.line}</td>
              <td>
                <bdi>
                  {entry.column_index == null
                    ? entry.column
                    : columnName(importRecord.columns, entry.column_index)}
                </bdi>
              </td>
              <td className={classes['cell']}>
                <bdi>{entry.value}</bdi>
              </td>
              <td className={classes['reason']}>{formatRejectionReason(entry)}</td>
              {'post' in row && (
                <td>
                  <TextLink
                    to="/posts/$postId"
                    params={{ postId: String(row.post.id) }}
                    fz="inherit"
                    aria-label={t('dataImport.warnings.open', { number: row.post.id })}
                  >
                    {row.post.id}
                  </TextLink>
                </td>
              )}
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
