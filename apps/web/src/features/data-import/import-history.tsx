import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { limits } from '@waypost/contract/common/limits';
import { type Import, listImports } from '@waypost/contract/imports/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import classes from './data-import.module.css';
import { getImportCounts } from './import-counts.ts';
import { RemoveImport } from './remove-import.tsx';

const pageSize = 10;

/** Earlier imports with their results, links to their rejected rows and to undoing them, and buttons to remove them. keys: dataImport.state.* */
export function ImportHistory() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = { limit: pageSize, offset: (page - 1) * pageSize, orderby: 'id', order: 'desc' } as const;
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listImports, { query }),
    staleTime: 0,
  });
  return (
    <section className={classes['section']} aria-labelledby="earlier-imports">
      <h2 id="earlier-imports" className={classes['title']}>
        {t('dataImport.earlier.title')}
      </h2>
      <p className={classes['text']}>{t('dataImport.earlier.lead', { max: limits.csvFilesPerAccount })}</p>
      {data && data.results.length > 0 && (
        <ul className={classes['imports']}>
          {data.results.map((importRecord) => (
            <li key={importRecord.id}>
              <ImportHistoryItem importRecord={importRecord} />
              <RemoveImport importRecord={importRecord} />
            </li>
          ))}
        </ul>
      )}
      {data?.results.length === 0 && (
        <EmptyState title={t('dataImport.earlier.none')}>{t('dataImport.earlier.noneText')}</EmptyState>
      )}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={56} />}
      <Pagination page={page} total={data?.total_count ?? 0} pageSize={pageSize} onPage={setPage} />
    </section>
  );
}

function ImportHistoryItem({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  const { posts, failed } = getImportCounts(importRecord);
  const pagePath = importRecord.status === null ? '/settings/data-import' : '/settings/data-after-import';
  return (
    <Link to={pagePath} search={{ import: importRecord.id }} className={classes['import']}>
      <strong>
        <bdi>{importRecord.name ?? importRecord.filename}</bdi>
      </strong>
      <span className={classes['detail']}>
        {t(`dataImport.state.${importRecord.status ?? 'NEW'}`)}
        {importRecord.status === 'SUCCESS' && ` · ${t('dataImport.earlier.counts', { done: posts, failed })}`}
        {' · '}
        <RelativeTime date={importRecord.created} />
      </span>
    </Link>
  );
}
