/** All collections that the reader may see: the way into each, and to a new one. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { noFilters } from '../../blocks/post-search/post-mode.ts';
import { SetList } from '../../blocks/sets/set-list.tsx';
import { SetRowLink } from '../../blocks/sets/set-row-link.tsx';
import { useSets } from '../../blocks/sets/use-sets.ts';
import { Icon } from '../../ui/icon.tsx';
import { useLazyDialog } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './collections-page.module.css';

const setDialog = () => import('../../blocks/sets/set-dialog.tsx');

export function CollectionsPage() {
  const { t } = useTranslation();
  const account = useAccount();
  const navigate = useNavigate();
  const [q, setQ] = useState('');
  const list = useSets('collection', { q });
  const { open, dialog } = useLazyDialog(setDialog);
  const create = () =>
    open({
      kind: 'collection',
      onSaved: ({ id, name }) => {
        notify('success', t('collection.done.created', { name }));
        void navigate({
          to: '/collections/$collectionId',
          params: { collectionId: String(id) },
          search: noFilters,
        });
      },
    });
  const head = (
    <div className={classes['head']}>
      <div className={classes['line']}>
        <ScreenTitle title={t('collection.title')} size="h4" />
        {account && (
          <Button size="sm" leftSection={<Icon of={IconPlus} size={18} />} onClick={create}>
            {t('collection.form.create.open')}
          </Button>
        )}
      </div>
      <SearchField label={t('collection.search')} value={q} onSearch={setQ} />
    </div>
  );
  return (
    <Panel head={head}>
      <SetList
        label={t('collection.title')}
        list={list}
        q={q}
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
