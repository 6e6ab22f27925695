/** The toast after a step was saved. */
import type { TFunction } from 'i18next';
import { notifyError } from '../../../api/notify-error.ts';
import { notify } from '../../../ui/feedback/toast.tsx';

/** What a step with a form reports. */
export interface SavedStepProps {
  /** It was saved: the next step opens. */
  onSaved: () => Promise<void>;
  /** Saving was undone: the step opens again. */
  onUndone: () => Promise<void>;
}

/** Says that the change is saved, and offers to take it back. */
export function notifySaved(t: TFunction, undo: () => Promise<void>): void {
  notify('success', t('setup.saved'), {
    label: t('action.undo'),
    onClick: () =>
      void undo().then(
        () => notify('success', t('setup.undone')),
        (error: unknown) => notifyError(error),
      ),
  });
}
