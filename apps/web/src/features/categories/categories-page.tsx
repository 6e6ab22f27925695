import { Button } from '@mantine/core';
import { IconClipboardList, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildCategoryTree } from '../../blocks/category-selector/category-tree.ts';
import { filterBranches, searchThreshold } from '../../blocks/category-selector/visible-branches.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { CategoryRows } from './category-rows.tsx';
import { useCategories } from './use-categories.ts';

/** The categories, in two levels and in their order (spec 3 §2, "Categories"). */
export function CategoriesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useCategories();
  const [searchText, setSearchText] = useState('');
  const tree = useMemo(() => buildCategoryTree(data?.results ?? [], []), [data]);
  const foundBranches = useMemo(() => filterBranches(tree, searchText), [tree, searchText]);
  const count = data?.results.length ?? 0;
  const paste = useLazyDialog(() => import('./paste-categories-dialog.tsx'));
  const add = (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<Icon icon={IconClipboardList} size={18} />}
        onClick={() => paste.open({})}
      >
        {t('categories.paste.open')}
      </Button>
      <ButtonLink to="/settings/categories/create" size="md" leftSection={<Icon icon={IconPlus} size={18} />}>
        {t('category.add')}
      </ButtonLink>
    </>
  );
  return (
    <SettingsPage isWide lead={t('categories.lead')} actions={add}>
      {count > searchThreshold && (
        <SearchField label={t('categories.search')} value={searchText} onSearch={setSearchText} />
      )}
      {foundBranches.length > 0 && (
        <CategoryRows tree={foundBranches} isFiltered={searchText.trim() !== ''} />
      )}
      {data && count === 0 && (
        <EmptyState title={t('categories.none.title')}>{t('categories.none.text')}</EmptyState>
      )}
      {count > 0 && foundBranches.length === 0 && <EmptyState title={t('categories.noneFound')} />}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={6} height={48} />}
      {paste.dialog}
    </SettingsPage>
  );
}
