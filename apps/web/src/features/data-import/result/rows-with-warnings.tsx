import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Import, listImportWarnings } from '@waypost/contract/imports/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { RowList, rowPageSize } from './row-list.tsx';

/** List of rows that were imported without a picture, with their reports. */
export function RowsWithWarnings({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...buildEndpointQuery(listImportWarnings, {
      params: { id: importRecord.id },
      query: { limit: rowPageSize, offset: (page - 1) * rowPageSize },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <RowList
      id="rows-with-warnings"
      title={t('dataImport.warnings.title')}
      lead={t('dataImport.warnings.lead')}
      importRecord={importRecord}
      query={query}
      page={page}
      onPage={setPage}
    />
  );
}
