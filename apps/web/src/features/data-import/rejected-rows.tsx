import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { downloadRejectedRows, type Import, listRejectedRows } from '@waypost/contract/imports/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import classes from './data-import.module.css';
import { formatRejectionReason } from './format-rejection-reason.ts';
import { useColumnName, useLineLabel } from './use-mapping-labels.ts';

const pageSize = 20;

/** List of rejected rows with reasons, and a file with them to correct and import again. */
export function RejectedRows({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const params = { id: importRecord.id };
  const query = { limit: pageSize, offset: (page - 1) * pageSize };
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listRejectedRows, { params, query }),
    placeholderData: keepPreviousData,
  });
  const columnName = useColumnName();
  const lineLabel = useLineLabel(importRecord.source ?? null);
  const name = (importRecord.name ?? 'import.csv').replace(/\.[^.]*$/, '');
  const saveFile = useAsyncAction<void, void>(
    () => download(downloadRejectedRows, { params }, `rejected-${name}.csv`),
    { onError: notifyError },
  );
  return (
    <section className={classes['section']} aria-labelledby="rejected-rows">
      <h2 id="rejected-rows" className={classes['title']}>
        {t('dataImport.rejected.title')}
      </h2>
      <p className={classes['text']}>{t('dataImport.rejected.lead')}</p>
      <div>
        <Button
          variant="default"
          size="md"
          leftSection={<Icon icon={IconDownload} size={18} />}
          loading={saveFile.isPending}
          onClick={() => saveFile.mutate()}
        >
          {t('dataImport.rejected.download')}
        </Button>
      </div>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={40} />}
      {data && data.results.length > 0 && (
        // Focusable, so that the keyboard can scroll it sideways.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes['scroll']} tabIndex={0} aria-label={t('dataImport.rejected.title')}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{lineLabel}</th>
                <th scope="col">{t('dataImport.rejected.column')}</th>
                <th scope="col">{t('dataImport.rejected.cell')}</th>
                <th scope="col">{t('dataImport.rejected.problem')}</th>
              </tr>
            </thead>
            <tbody>
              {data.results.flatMap(({ row, line, errors }) =>
                errors.map((entry) => (
                  <tr key={`${row} ${entry.column_index} ${entry.column} ${entry.message}`}>
                    <td className={classes['number']}>{line}</td>
                    <td>
                      <bdi>
                        {entry.column_index == null
                          ? entry.column
                          : columnName(importRecord.columns, entry.column_index)}
                      </bdi>
                    </td>
                    <td>
                      <bdi>{entry.value}</bdi>
                    </td>
                    <td>{formatRejectionReason(entry)}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </section>
      )}
      <Pagination page={page} total={data?.total_count ?? 0} pageSize={pageSize} onPage={setPage} />
    </section>
  );
}
