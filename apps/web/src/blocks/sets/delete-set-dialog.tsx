/** Asks before a collection or saved search is deleted. keys: collection.delete.* savedSearch.delete.* */
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import type { SetKind } from '../post-search/post-mode.ts';
import { type AnySet, invalidateSets, useDeleteSet } from './set-endpoints.ts';

interface Props {
  kind: SetKind;
  set: AnySet;
  /** Navigates away from the deleted set. */
  onDeleted: () => Promise<void>;
  onClose: () => void;
}

/** The confirmation dialog. */
export default function DeleteSetDialog({ kind, set, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const deleteSet = useDeleteSet(kind);
  const isCollection = kind === 'collection';
  async function remove() {
    await deleteSet(set.id);
    notify(
      'success',
      isCollection
        ? t('collection.done.deleted', { name: set.name })
        : t('savedSearch.done.deleted', { count: 1 }),
    );
    onClose();
    await onDeleted();
    await invalidateSets(kind);
  }
  return (
    <ConfirmDialog
      title={t(isCollection ? 'collection.delete.title' : 'savedSearch.delete.title')}
      confirmLabel={t(isCollection ? 'collection.delete.confirm' : 'savedSearch.delete.confirm')}
      onConfirm={remove}
      formatErrors={formatErrorMessages}
      onClose={onClose}
    >
      {t(isCollection ? 'collection.delete.text' : 'savedSearch.delete.text', { name: set.name })}
    </ConfirmDialog>
  );
}
