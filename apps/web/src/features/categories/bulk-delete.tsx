/** Deletes one or several categories of the list after a confirmation that lists the effects. */
import { useQueryClient } from '@tanstack/react-query';
import { type Category, deleteCategory } from '@waypost/contract/categories/categories';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { BulkDialog } from '../../ui/dialog/bulk-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeletionEffects } from './deletion-effects.tsx';

interface Props {
  categories: readonly Category[];
  /** Called with the ids of the deleted categories. */
  onDone: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** The confirmation dialog with the progress. */
export function BulkDelete({ categories, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const remove = useCall(deleteCategory, { invalidates: [] });
  const [first] = categories;
  const isOne = categories.length === 1 && first !== undefined;
  return (
    <BulkDialog
      title={
        isOne
          ? t('categories.delete.question', { name: first.tag })
          : t('categories.delete.bulk.title', { count: categories.length })
      }
      confirmLabel={t('categories.delete.bulk.action')}
      tone="danger"
      // Children first: deleting their parent before them would move them to the top level for a moment.
      items={[...categories]
        .toSorted((a, b) => Number(b.parent !== undefined) - Number(a.parent !== undefined))
        .map(({ id, tag }) => ({ id, name: tag }))}
      processItem={({ id }) => remove.mutateAsync({ params: { id } })}
      formatError={formatErrorMessage}
      onDone={(done) => {
        onDone(done.map(({ id }) => id));
        if (done.length > 0) notify('success', t('categories.delete.bulk.done', { count: done.length }));
        void cache.invalidateQueries({ queryKey: buildResourceKey('tags') });
        void cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
      }}
      onClose={onClose}
    >
      <DeletionEffects of={categories} />
    </BulkDialog>
  );
}
