/** Undo of a change, offered in the message about it. */
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { notify } from '../../ui/feedback/toast.tsx';

interface Undo {
  /** Whether nobody has changed it since: another person may have restricted it. */
  isUnchanged: () => Promise<boolean>;
  restore: () => Promise<unknown>;
}

/** @returns a function that takes a change back, and says so or why not */
export function useUndo(): (undo: Undo) => Promise<void> {
  const { t } = useTranslation();
  return async ({ isUnchanged, restore }) => {
    try {
      if (await isUnchanged()) {
        await restore();
        notify('success', t('post.bulk.undone'));
      } else notify('error', t('action.undoOutdated'));
    } catch (error) {
      notifyError(error);
    }
  };
}
