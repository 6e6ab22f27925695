/** Asks before a collection or saved search is deleted. keys: collection.delete.* savedSearch.delete.* */
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notice.tsx';
import type { SetKind } from '../post-search/post-mode.ts';
import { type AnySet, deleteSet, forgetSets } from './set-endpoints.ts';

interface Props {
  kind: SetKind;
  set: AnySet;
  /** Leads away from what is gone. */
  onDeleted: () => Promise<void>;
  onClose: () => void;
}

export default function DeleteSet({ kind, set, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const isCollection = kind === 'collection';
  async function remove() {
    await deleteSet(kind, set.id);
    notify(
      'success',
      isCollection
        ? t('collection.done.deleted', { name: set.name })
        : t('savedSearch.done.deleted', { count: 1 }),
    );
    onClose();
    await onDeleted();
    await forgetSets(kind);
  }
  return (
    <ConfirmDialog
      title={t(isCollection ? 'collection.delete.title' : 'savedSearch.delete.title')}
      action={t(isCollection ? 'collection.delete.confirm' : 'savedSearch.delete.confirm')}
      onConfirm={remove}
      textsOf={problemTexts}
      onClose={onClose}
    >
      {t(isCollection ? 'collection.delete.text' : 'savedSearch.delete.text', { name: set.name })}
    </ConfirmDialog>
  );
}
