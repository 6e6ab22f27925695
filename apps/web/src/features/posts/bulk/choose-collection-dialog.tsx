/** Choice of the collection that posts are added to or removed from. */
import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import SetDialog from '../../../blocks/sets/set-dialog.tsx';
import { SetFacts } from '../../../blocks/sets/set-facts.tsx';
import { SetList } from '../../../blocks/sets/set-list.tsx';
import { useSets } from '../../../blocks/sets/use-sets.ts';
import { ModalWindow } from '../../../ui/dialog/modal-window.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/screen-states.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import { SearchField } from '../../../ui/form/search-field.tsx';
import classes from './bulk.module.css';

interface Props {
  action: 'add-to-collection' | 'remove-from-collection';
  /** Starts the change with the id of the collection. */
  onChoose: (collectionId: number) => Promise<void>;
  onClose: () => void;
}

/** The collections that the user may edit, with a search; one can also be created to add posts to it. */
export default function ChooseCollectionDialog({ action, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const [isCreating, setCreating] = useState(false);
  const list = useSets('collection', { q, editableBy: 'me' });
  const { mutate: choose, isPending, error } = useAsyncAction<number, void>(onChoose, { onSuccess: onClose });
  const isAdding = action === 'add-to-collection';
  return (
    <>
      <ModalWindow
        title={isAdding ? t('bulkChange.dialog.add') : t('bulkChange.dialog.remove')}
        onClose={onClose}
        size="md"
      >
        <Stack gap="md">
          <SearchField label={t('collection.search')} value={q} onSearch={setQ} size="md" />
          {error && <ErrorState messages={formatErrorMessages(error)} />}
          <div className={classes['choices']}>
            <SetList
              label={t('collection.title')}
              list={list}
              searchText={q}
              empty={
                <EmptyState title={t('collection.collect.none.title')}>
                  {t('collection.collect.none.text')}
                </EmptyState>
              }
              renderRow={(set) => (
                <button
                  type="button"
                  className={classes['choice']}
                  disabled={isPending}
                  onClick={() => choose(set.id)}
                >
                  <span dir="auto">{set.name}</span>
                  <SetFacts set={set} />
                </button>
              )}
            />
          </div>
          {isAdding && (
            <Group>
              <Button
                variant="default"
                size="md"
                leftSection={<Icon icon={IconPlus} size={18} />}
                onClick={() => setCreating(true)}
              >
                {t('collection.form.create.open')}
              </Button>
            </Group>
          )}
        </Stack>
      </ModalWindow>
      {isCreating && (
        <SetDialog
          kind="collection"
          onClose={() => setCreating(false)}
          // A collection that is created here is meant to contain the posts.
          onSaved={({ id }) => choose(id)}
        />
      )}
    </>
  );
}
