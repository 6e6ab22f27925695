import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../api/error-text.ts';
import { clearedSearch, readPostMode } from '../../blocks/post-search/post-mode.ts';
import { invalidateSets, useDeleteSet } from '../../blocks/sets/set-endpoints.ts';
import { SetFacts } from '../../blocks/sets/set-facts.tsx';
import classes from '../../blocks/sets/set-list.module.css';
import { SetList } from '../../blocks/sets/set-list.tsx';
import { useSets } from '../../blocks/sets/use-sets.ts';
import { BulkDialog } from '../../ui/dialog/bulk-dialog.tsx';
import { EmptyState } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';

/** The dialog that deletes several selected saved searches and lists the failures. */
export function DeleteSavedSearches({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const deleteSet = useDeleteSet('savedsearch');
  const mode = readPostMode(useSearch({ from: '/_map' }));
  const list = useSets('savedsearch', { q: '', editableBy: 'me' });
  const deletable = list.sets.filter((it) => it.allowed_privileges.includes('delete'));
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const items = deletable.filter((it) => selectedIds.includes(String(it.id)));
  return (
    <BulkDialog
      title={t('savedSearch.deleteSeveral.title')}
      confirmLabel={t('savedSearch.deleteSeveral.confirm', { count: items.length })}
      tone="danger"
      canStart={items.length > 0}
      items={items}
      processItem={({ id }) => deleteSet(id)}
      formatError={formatErrorMessage}
      onDone={(done) => {
        if (done.length > 0) notify('success', t('savedSearch.done.deleted', { count: done.length }));
        void invalidateSets('savedsearch');
        if (mode.kind === 'savedsearch' && done.some(({ id }) => id === mode.id))
          void navigate({ to: '/views/map', search: clearedSearch });
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('savedSearch.deleteSeveral.text')}</Text>
        {/* Focusable by keyboard, since the list may scroll. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
        <div className={classes['inDialog']} role="group" tabIndex={0} aria-label={t('savedSearch.title')}>
          <Checkbox.Group value={selectedIds} onChange={setSelectedIds} aria-label={t('savedSearch.title')}>
            <SetList
              label={t('savedSearch.title')}
              list={{ ...list, sets: deletable }}
              searchText=""
              empty={<EmptyState title={t('savedSearch.none.title')} />}
              renderRow={(set) => (
                <Checkbox
                  size="md"
                  px="md"
                  py="sm"
                  value={String(set.id)}
                  label={
                    <>
                      <span className={classes['name']} dir="auto">
                        {set.name}
                      </span>
                      <SetFacts set={set} />
                    </>
                  }
                />
              )}
            />
          </Checkbox.Group>
        </div>
      </Stack>
    </BulkDialog>
  );
}
