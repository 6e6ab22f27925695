import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { clearedSearch } from '../../blocks/post-search/post-mode.ts';
import { SetList } from '../../blocks/sets/set-list.tsx';
import { SetRowLink } from '../../blocks/sets/set-row-link.tsx';
import { useSets } from '../../blocks/sets/use-sets.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { EmptyState } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import classes from './collections-page.module.css';

const loadSetDialog = () => import('../../blocks/sets/set-dialog.tsx');

/** All collections that the reader may see: the way into each, and to a new one. */
export function CollectionsPage() {
  const { t } = useTranslation();
  const account = useAccount();
  const navigate = useNavigate();
  const [q, setQ] = useState('');
  const list = useSets('collection', { q });
  const { open, dialog } = useLazyDialog(loadSetDialog);
  const create = () =>
    open({
      kind: 'collection',
      onSaved: ({ id, name }) => {
        notify('success', t('collection.done.created', { name }));
        void navigate({
          to: '/collections/$collectionId',
          params: { collectionId: String(id) },
          search: clearedSearch,
        });
      },
    });
  const head = (
    <div className={classes['head']}>
      <div className={classes['toolbar']}>
        <ScreenTitle title={t('collection.title')} size="h4" />
        {account && (
          <Button size="sm" leftSection={<Icon icon={IconPlus} size={18} />} onClick={create}>
            {t('collection.form.create.open')}
          </Button>
        )}
      </div>
      <SearchField label={t('collection.search')} value={q} onSearch={setQ} />
    </div>
  );
  return (
    <Panel header={head}>
      <SetList
        label={t('collection.title')}
        list={list}
        searchText={q}
        empty={
          <EmptyState title={t('collection.none.title')}>
            {t(account ? 'collection.none.text' : 'collection.none.visitor')}
          </EmptyState>
        }
        renderRow={(set) => <SetRowLink kind="collection" set={set} />}
      />
      {dialog}
    </Panel>
  );
}
