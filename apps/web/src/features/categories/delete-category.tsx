import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Category, deleteCategory } from '@waypost/contract/categories/categories';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeleteSection } from '../../ui/form/delete-section.tsx';
import { DeletionEffects } from './deletion-effects.tsx';

export function DeleteCategory({ category }: { category: Category }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  if (!category.allowed_privileges.includes('delete')) return null;
  const name = category.tag;
  async function remove() {
    await call(deleteCategory, { params: { id: category.id } }, { quiet: true });
    notify('success', t('categories.delete.done', { name }));
    await navigate({ to: '/settings/categories', ignoreBlocker: true });
    await cache.invalidateQueries({ queryKey: buildResourceKey('tags') });
    await cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
  }
  return (
    <DeleteSection
      title={t('categories.delete.action')}
      deleteLabel={t('categories.delete.action')}
      confirmation={{
        title: t('categories.delete.question', { name }),
        text: <DeletionEffects of={[category]} />,
      }}
      onDelete={remove}
      formatErrors={formatErrorMessages}
    >
      {t('categories.delete.lead')}
    </DeleteSection>
  );
}
