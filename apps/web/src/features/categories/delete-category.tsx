import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Category, deleteCategory } from '@waypost/contract/categories';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { DeleteSection } from '../../ui/delete-section.tsx';
import { notify } from '../../ui/notice.tsx';
import { Losses } from './losses.tsx';

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
    await cache.invalidateQueries({ queryKey: forResource('tags') });
    await cache.invalidateQueries({ queryKey: forResource('posts') });
  }
  return (
    <DeleteSection
      title={t('categories.delete.action')}
      action={t('categories.delete.action')}
      question={{ title: t('categories.delete.question', { name }), text: <Losses of={[category]} /> }}
      onDelete={remove}
      textsOf={problemTexts}
    >
      {t('categories.delete.lead')}
    </DeleteSection>
  );
}
