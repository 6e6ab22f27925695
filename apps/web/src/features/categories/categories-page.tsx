/** What reports are about: two levels, in the order that is offered everywhere (spec 3 §2, "Categories"). */
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { branchesWith, searchedFrom } from '../../blocks/category-selector/shown-branches.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { categoryTree } from '../../blocks/survey-form/category-tree.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { CategoryRows } from './category-rows.tsx';
import { useCategories } from './use-categories.ts';

export function CategoriesPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useCategories();
  const [words, setWords] = useState('');
  const tree = useMemo(() => categoryTree(data?.results ?? [], []), [data]);
  const shown = useMemo(() => branchesWith(tree, words), [tree, words]);
  const count = data?.results.length ?? 0;
  const add = (
    <ButtonLink to="/settings/categories/create" size="md" leftSection={<Icon of={IconPlus} size={18} />}>
      {t('category.add')}
    </ButtonLink>
  );
  return (
    <SettingsPage lead={t('categories.lead')} actions={add}>
      {count > searchedFrom && (
        <SearchField label={t('categories.search')} value={words} onSearch={setWords} />
      )}
      {shown.length > 0 && <CategoryRows tree={shown} isSearched={words.trim() !== ''} />}
      {data && count === 0 && (
        <EmptyState title={t('categories.none.title')}>{t('categories.none.text')}</EmptyState>
      )}
      {count > 0 && shown.length === 0 && <EmptyState title={t('categories.noneFound')} />}
      {error && !data && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingList rows={6} height={48} />}
    </SettingsPage>
  );
}
