/** Several saved searches deleted at once: chosen by their check marks, asked about once, and told one by one when some fail. */
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/fault-text.ts';
import { modeOf, noFilters } from '../../blocks/post-search/post-mode.ts';
import { deleteSet, forgetSets } from '../../blocks/sets/set-endpoints.ts';
import classes from '../../blocks/sets/set-list.module.css';
import { SetList } from '../../blocks/sets/set-list.tsx';
import { SetFacts } from '../../blocks/sets/set-words.tsx';
import { useSets } from '../../blocks/sets/use-sets.ts';
import { BulkDialog } from '../../ui/bulk-dialog.tsx';
import { notify } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function DeleteSavedSearches({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mode = modeOf(useSearch({ from: '/_map' }));
  const list = useSets('savedsearch', { q: '', editableBy: 'me' });
  const deletable = list.sets.filter((it) => it.allowed_privileges.includes('delete'));
  const [chosen, setChosen] = useState<string[]>([]);
  const items = deletable.filter((it) => chosen.includes(String(it.id)));
  return (
    <BulkDialog
      title={t('savedSearch.deleteSeveral.title')}
      action={t('savedSearch.deleteSeveral.confirm', { count: items.length })}
      tone="danger"
      canStart={items.length > 0}
      items={items}
      act={({ id }) => deleteSet('savedsearch', id)}
      textOf={problemText}
      onDone={(done) => {
        if (done.length > 0) notify('success', t('savedSearch.done.deleted', { count: done.length }));
        void forgetSets('savedsearch');
        if (mode.kind === 'savedsearch' && done.some(({ id }) => id === mode.id))
          void navigate({ to: '/views/map', search: noFilters });
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('savedSearch.deleteSeveral.text')}</Text>
        {/* In reach of the keyboard, as it may be longer than its frame. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
        <div className={classes['inDialog']} role="group" tabIndex={0} aria-label={t('savedSearch.title')}>
          <Checkbox.Group value={chosen} onChange={setChosen} aria-label={t('savedSearch.title')}>
            <SetList
              label={t('savedSearch.title')}
              list={{ ...list, sets: deletable }}
              q=""
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
