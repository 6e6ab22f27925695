/** The pages that create and edit a category (spec 3 §2, "Categories"). */
import { useQuery } from '@tanstack/react-query';
import { readCategory } from '@waypost/contract/categories/categories';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { CategoryForm } from './category-form.tsx';
import { DeleteCategory } from './delete-category.tsx';

export function NewCategoryPage() {
  const { t } = useTranslation();
  return (
    <SettingsPage title={t('categories.create.title')}>
      <CategoryForm />
    </SettingsPage>
  );
}

export function CategoryPage({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useQuery({
    ...buildEndpointQuery(readCategory, { params: { id } }),
    // A background fetch must not replace what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const missing = { title: t('categories.missing.title'), text: t('categories.missing.text') };
  return (
    <SettingsPage title={query.data?.tag ?? t('categories.edit.title')}>
      <QueryBoundary query={query} notFound={missing}>
        {(category) => (
          <>
            <CategoryForm category={category} />
            <DeleteCategory category={category} />
          </>
        )}
      </QueryBoundary>
    </SettingsPage>
  );
}
