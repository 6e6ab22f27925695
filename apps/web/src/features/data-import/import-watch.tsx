/** Tells that an import is finished, wherever in the app somebody is by then (spec 3 §2, "CSV import"). */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Import, readImport } from '@waypost/contract/imports';
import { readSurvey } from '@waypost/contract/surveys';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { queryClient, read } from '../../api/query-client.ts';
import { forResource } from '../../api/query-keys.ts';
import { useStore } from '../../api/store.ts';
import { notify } from '../../ui/notice.tsx';
import '../../ui/settings-words.ts';
import { isAtImport } from './import-address.ts';
import { countsOf } from './import-counts.ts';
import { forgetImport, watchedImports } from './watched-imports.ts';

/** Milliseconds between looks (spec 3 §9). */
const pace = 30_000;

export function ImportWatch() {
  const ids = useStore(watchedImports);
  return ids.map((id) => <Watch key={id} id={id} />);
}

const surveyName = async ({ fixed }: Import): Promise<string> => {
  const id = fixed?.form;
  if (!id) return '';
  const survey = await queryClient.fetchQuery(read(readSurvey, { params: { id } }, { quiet: true }));
  return survey.name;
};

function Watch({ id }: { id: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ['csv', 'watched', id],
    queryFn: ({ signal }) => call(readImport, { params: { id } }, { quiet: true, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' || !state.data ? pace : false),
    refetchIntervalInBackground: true,
  });
  const isGone = isApiError(error) && [401, 403, 404].includes(error.status);
  useEffect(() => {
    if (isGone) forgetImport(id);
  }, [isGone, id]);
  function tellEnd(done: Import, survey: string) {
    const { posts, failed } = countsOf(done);
    const name = done.name ?? done.filename;
    const another = {
      label: t('dataImport.another'),
      onClick: () => void navigate({ to: '/settings/data-import' }),
    };
    if (done.status === 'FAILED') {
      notify('error', t('dataImport.notice.failed', { name }), [another]);
      return;
    }
    const collection = done.collection_id;
    const see = collection && {
      label: t('dataImport.see'),
      onClick: () =>
        void navigate({ to: '/collections/$collectionId', params: { collectionId: String(collection) } }),
    };
    const words = t('dataImport.notice.done', { name, survey, done: posts, failed });
    notify(failed > 0 ? 'info' : 'success', words, [...(see ? [see] : []), another]);
  }
  useEffect(() => {
    if (!data || data.status === 'PENDING') return;
    forgetImport(id);
    // Who looks at its page is told there; one that was taken back is over.
    if (isAtImport(id) || data.status === 'UNDOING' || data.status === 'UNDONE') return;
    void queryClient.invalidateQueries({ queryKey: forResource('posts') });
    void surveyName(data)
      .catch(() => '')
      .then((survey) => tellEnd(data, survey));
  });
  return null;
}
