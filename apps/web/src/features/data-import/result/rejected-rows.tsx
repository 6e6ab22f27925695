import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { downloadRejectedRows, type Import, listRejectedRows } from '@waypost/contract/imports/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../api/download.ts';
import { notifyError } from '../../../api/notify-error.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import { RowList, rowPageSize } from './row-list.tsx';

/** List of rejected rows with reasons, and a file with them to correct and import again. */
export function RejectedRows({ importRecord }: { importRecord: Import }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const params = { id: importRecord.id };
  const query = useQuery({
    ...buildEndpointQuery(listRejectedRows, {
      params,
      query: { limit: rowPageSize, offset: (page - 1) * rowPageSize },
    }),
    placeholderData: keepPreviousData,
  });
  const name = (importRecord.name ?? 'import.csv').replace(/\.[^.]*$/, '');
  const saveFile = useAsyncAction<void, void>(
    () => download(downloadRejectedRows, { params }, `rejected-${name}.csv`),
    { onError: notifyError },
  );
  return (
    <RowList
      id="rejected-rows"
      title={t('dataImport.rejected.title')}
      lead={t('dataImport.rejected.lead')}
      action={
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
      }
      importRecord={importRecord}
      query={query}
      page={page}
      onPage={setPage}
    />
  );
}
