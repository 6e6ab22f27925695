import { useNavigate } from '@tanstack/react-router';
import { type Category, deleteCategory } from '@waypost/contract/categories/categories';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeleteSection } from '../../ui/form/delete-section.tsx';
import { DeletionEffects } from './deletion-effects.tsx';

/** Deletes a category; renders nothing for users who may not. */
export function DeleteCategory({ category }: { category: Category }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = category.tag;
  const remove = useCall(deleteCategory, {
    async onSuccess() {
      notify('success', t('categories.delete.done', { name }));
      await navigate({ to: '/settings/categories', ignoreBlocker: true });
    },
    invalidates: [buildResourceKey('tags'), buildResourceKey('posts')],
  });
  if (!category.allowed_privileges.includes('delete')) return null;
  return (
    <DeleteSection
      title={t('categories.delete.action')}
      deleteLabel={t('categories.delete.action')}
      confirmation={{
        title: t('categories.delete.question', { name }),
        text: <DeletionEffects of={[category]} />,
      }}
      onDelete={() => remove.mutateAsync({ params: { id: category.id } })}
      formatErrors={formatErrorMessages}
    >
      {t('categories.delete.lead')}
    </DeleteSection>
  );
}
