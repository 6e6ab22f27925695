import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Import, readImport } from '@waypost/contract/imports/imports';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useDeviceStore } from '../../api/device-store.ts';
import { buildEndpointQuery, queryClient } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import '../../ui/i18n/settings-labels.ts';
import { getImportCounts } from './import-counts.ts';
import { isImportPageOpen } from './import-search-params.ts';
import { forgetImport, watchedImports } from './watched-imports.ts';

/** Milliseconds between two polls (spec 3 §9). */
const pollIntervalMs = 30_000;

/** Shows a toast when an import is finished, on any screen (spec 3 §2, "CSV import"). */
export function ImportWatcher() {
  const ids = useDeviceStore(watchedImports);
  return ids.map((id) => <ImportPoller key={id} id={id} />);
}

const fetchSurveyName = async ({ fixed }: Import): Promise<string> => {
  const id = fixed?.form;
  if (!id) return '';
  const survey = await queryClient.fetchQuery(
    buildEndpointQuery(readSurvey, { params: { id } }, { ignoresRefusal: true }),
  );
  return survey.name;
};

function ImportPoller({ id }: { id: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ['csv', 'watched', id],
    queryFn: ({ signal }) => call(readImport, { params: { id } }, { signal, ignoresRefusal: true }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'PENDING' || !state.data ? pollIntervalMs : false,
    refetchIntervalInBackground: true,
  });
  const isGone = isApiError(error) && [401, 403, 404].includes(error.status);
  useEffect(() => {
    if (isGone) forgetImport(id);
  }, [isGone, id]);
  function showResult(importRecord: Import, survey: string) {
    const { posts, failed } = getImportCounts(importRecord);
    const name = importRecord.name ?? importRecord.filename;
    const newImportAction = {
      label: t('dataImport.another'),
      onClick: () => void navigate({ to: '/settings/data-import' }),
    };
    if (importRecord.status === 'FAILED') {
      notify('error', t('dataImport.notice.failed', { name }), [newImportAction]);
      return;
    }
    const collection = importRecord.collection_id;
    const viewAction = collection && {
      label: t('dataImport.see'),
      onClick: () =>
        void navigate({ to: '/collections/$collectionId', params: { collectionId: String(collection) } }),
    };
    const message = t('dataImport.notice.done', { name, survey, done: posts, failed });
    notify(failed > 0 ? 'info' : 'success', message, [...(viewAction ? [viewAction] : []), newImportAction]);
  }
  useEffect(() => {
    if (!data || data.status === 'PENDING') return;
    forgetImport(id);
    // The page of the import shows the result itself; an undone import needs no message.
    if (isImportPageOpen(id) || data.status === 'UNDOING' || data.status === 'UNDONE') return;
    void queryClient.invalidateQueries({ queryKey: buildResourceKey('posts') });
    void fetchSurveyName(data)
      .catch(() => '')
      .then((survey) => showResult(data, survey));
  });
  return null;
}
