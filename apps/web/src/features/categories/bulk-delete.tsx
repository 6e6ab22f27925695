/** Deleting one category or several from the list, after saying what goes with them. */
import { useQueryClient } from '@tanstack/react-query';
import { type Category, deleteCategory } from '@waypost/contract/categories/categories';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { BulkDialog } from '../../ui/dialog/bulk-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeletionEffects } from './deletion-effects.tsx';

interface Props {
  categories: readonly Category[];
  /** Gets the ids of those that are gone. */
  onDone: (ids: readonly number[]) => void;
  onClose: () => void;
}

export function BulkDelete({ categories, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [only] = categories;
  const isOne = categories.length === 1 && only !== undefined;
  return (
    <BulkDialog
      title={
        isOne
          ? t('categories.delete.question', { name: only.tag })
          : t('categories.delete.bulk.title', { count: categories.length })
      }
      confirmLabel={t('categories.delete.bulk.action')}
      tone="danger"
      // Children first: a parent that goes before them would move them to the top for a moment.
      items={[...categories]
        .toSorted((a, b) => Number(b.parent !== undefined) - Number(a.parent !== undefined))
        .map(({ id, tag }) => ({ id, name: tag }))}
      processItem={({ id }) => call(deleteCategory, { params: { id } }, { quiet: true })}
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
