/** Dialog with the collections that the user may change, with a search, and a button that creates one. */
import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ModalWindow } from '../../ui/dialog/modal-window.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { EmptyState } from '../../ui/feedback/screen-states.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import SetDialog from './set-dialog.tsx';
import type { AnySet } from './set-endpoints.ts';
import classes from './set-list.module.css';
import { SetList } from './set-list.tsx';
import { useSets } from './use-sets.ts';

interface Props {
  title: string;
  /** Shown above the list, such as an error. */
  notice?: ReactNode;
  renderRow: (set: AnySet) => ReactNode;
  /** Called with a new collection; without it none can be created. */
  onCreated?: (set: AnySet) => void;
  /** A button at the end of the dialog. */
  endButton?: ReactNode;
  onClose: () => void;
}

/** The dialog; what pressing a collection does is decided by `renderRow`. */
export function CollectionsDialog({ title, notice, renderRow, onCreated, endButton, onClose }: Props) {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const [isCreating, setCreating] = useState(false);
  const list = useSets('collection', { q, editableBy: 'me' });
  const emptyText = (
    <EmptyState title={t('collection.collect.none.title')}>{t('collection.collect.none.text')}</EmptyState>
  );
  return (
    <>
      <ModalWindow title={title} onClose={onClose} size="md">
        <Stack gap="md">
          <SearchField label={t('collection.search')} value={q} onSearch={setQ} size="md" />
          {notice}
          {/* Focusable by keyboard, since the list may scroll. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
          <div className={classes['inDialog']} role="group" tabIndex={0} aria-label={t('collection.title')}>
            <SetList
              label={t('collection.title')}
              list={list}
              searchText={q}
              empty={emptyText}
              renderRow={renderRow}
            />
          </div>
          {(onCreated || endButton) && (
            <Group justify="space-between">
              {onCreated && (
                <Button
                  variant="default"
                  size="md"
                  leftSection={<Icon icon={IconPlus} size={18} />}
                  onClick={() => setCreating(true)}
                >
                  {t('collection.form.create.open')}
                </Button>
              )}
              {endButton}
            </Group>
          )}
        </Stack>
      </ModalWindow>
      {isCreating && onCreated && (
        <SetDialog kind="collection" onClose={() => setCreating(false)} onSaved={onCreated} />
      )}
    </>
  );
}
