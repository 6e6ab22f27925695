import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { differsFromSaved, enterSavedSearch, readPostMode } from '../../blocks/post-search/post-mode.ts';
import { countActiveFilters, toApiFilters } from '../../blocks/post-search/post-search.ts';
import { buildSetQuery } from '../../blocks/sets/set-endpoints.ts';
import { useNotifySetUpdated } from '../../blocks/sets/use-notify-set-updated.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from './saved-search-tools.module.css';

const loadPicker = () => import('./saved-search-picker.tsx');
const loadSetDialog = () => import('../../blocks/sets/set-dialog.tsx');

/**
 * Under the filters: keeping them as a saved search, finding one, and what to do when the filters of the open one were changed
 * (spec 2 §4, "Filter modes").
 */
export default function SavedSearchTools({ view }: { view: 'map' | 'data' }) {
  const mode = readPostMode(useSearch({ from: '/_map' }));
  return mode.kind === 'savedsearch' ? <ChangedFilters id={mode.id} /> : <SaveFilters view={view} />;
}

function SaveFilters({ view }: { view: 'map' | 'data' }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const account = useAccount();
  const navigate = useNavigate();
  const find = useLazyDialog(loadPicker);
  const save = useLazyDialog(loadSetDialog);
  const saveFilters = () =>
    save.open({
      kind: 'savedsearch',
      filter: toApiFilters(search),
      view,
      onSaved: ({ id, name }) => {
        notify('success', t('savedSearch.done.saved', { name }));
        void navigate({
          to: '/savedsearches/$savedSearchId',
          params: { savedSearchId: String(id) },
        });
      },
    });
  return (
    <div className={classes['tools']}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<Icon icon={IconBookmarks} size={16} />}
        onClick={() => find.open({})}
      >
        {t('savedSearch.title')}
      </Button>
      {account && countActiveFilters(search) > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon icon={IconBookmark} size={16} />}
          onClick={saveFilters}
        >
          {t('savedSearch.form.create.open')}
        </Button>
      )}
      {find.dialog}
      {save.dialog}
    </div>
  );
}

function ChangedFilters({ id }: { id: number }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  const { data: set } = useQuery(buildSetQuery('savedsearch', id));
  const save = useLazyDialog(loadSetDialog);
  const notifyUpdated = useNotifySetUpdated('savedsearch');
  const saved = set?.filter;
  if (!set || !saved || !differsFromSaved(search, saved)) return save.dialog;
  const reset = () => void navigate({ to: '.', search: enterSavedSearch(id, saved), state: true });
  const update = () =>
    save.open({
      kind: 'savedsearch',
      set,
      filter: toApiFilters(search),
      lead: <p className={classes['lead']}>{t('savedSearch.form.update.lead')}</p>,
      onSaved: (updated) => notifyUpdated(set, updated),
    });
  return (
    <section className={classes['changed']} aria-label={t('savedSearch.changed')}>
      <p>{t('savedSearch.changed')}</p>
      {set.allowed_privileges.includes('update') && (
        <Button variant="default" size="compact-sm" onClick={update}>
          {t('savedSearch.update')}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={reset}>
        {t('savedSearch.reset')}
      </Button>
      {save.dialog}
    </section>
  );
}
