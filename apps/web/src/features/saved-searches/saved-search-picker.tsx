import { Button, Group, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import type { AnySet } from '../../blocks/sets/set-endpoints.ts';
import classes from '../../blocks/sets/set-list.module.css';
import { SetList } from '../../blocks/sets/set-list.tsx';
import { SetRowLink } from '../../blocks/sets/set-row-link.tsx';
import { useSets } from '../../blocks/sets/use-sets.ts';
import { ModalWindow } from '../../ui/dialog/modal-window.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { EmptyState } from '../../ui/feedback/screen-states.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { DeleteSavedSearches } from './delete-saved-searches.tsx';

/** Finds a saved search and opens it: featured ones and one's own first in reach; several of one's own can be deleted at once. */
export default function SavedSearchPicker({ onClose }: { onClose: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  return isDeleting ? (
    <DeleteSavedSearches onClose={() => setDeleting(false)} />
  ) : (
    <Picker onClose={onClose} onDelete={() => setDeleting(true)} />
  );
}

function Picker({ onClose, onDelete }: { onClose: () => void; onDelete: () => void }) {
  const { t } = useTranslation();
  const account = useAccount();
  const [q, setQ] = useState('');
  const featured = useSets('savedsearch', { q, featured: true });
  const own = useSets('savedsearch', { q, user: 'me' });
  const ownOnly = { ...own, sets: own.sets.filter((it) => !it.featured) };
  const mayDelete = [...featured.sets, ...own.sets].some((it) => it.allowed_privileges.includes('delete'));
  const row = (set: AnySet) => <SetRowLink kind="savedsearch" set={set} onOpen={onClose} />;
  const nothing = (
    <EmptyState title={t('savedSearch.none.title')}>
      {t(account ? 'savedSearch.none.text' : 'savedSearch.none.visitor')}
    </EmptyState>
  );
  const hasFeatured = featured.sets.length > 0;
  const hasOwn = ownOnly.sets.length > 0;
  return (
    <ModalWindow title={t('savedSearch.title')} onClose={onClose} size="md">
      <Stack gap="md">
        <SearchField label={t('savedSearch.search')} value={q} onSearch={setQ} size="md" />
        {/* In reach of the keyboard, as it may be longer than its frame. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
        <div className={classes['inDialog']} role="group" tabIndex={0} aria-label={t('savedSearch.title')}>
          {/* The one that is empty is left out, unless nothing is there at all. */}
          {account && (hasOwn || !hasFeatured) && (
            <>
              {hasFeatured && <h3 className={classes['group']}>{t('savedSearch.own')}</h3>}
              <SetList
                label={t('savedSearch.own')}
                list={ownOnly}
                searchText={q}
                empty={nothing}
                renderRow={row}
              />
            </>
          )}
          {(hasFeatured || !account) && (
            <>
              {hasOwn && <h3 className={classes['group']}>{t('set.featured')}</h3>}
              <SetList
                label={t('set.featured')}
                list={featured}
                searchText={q}
                empty={nothing}
                renderRow={row}
              />
            </>
          )}
        </div>
        {mayDelete && (
          <Group>
            <Button
              variant="subtle"
              color="red"
              leftSection={<Icon icon={IconTrash} size={18} />}
              onClick={onDelete}
            >
              {t('savedSearch.deleteSeveral.open')}
            </Button>
          </Group>
        )}
      </Stack>
    </ModalWindow>
  );
}
