/** Asks before unsaved changes are lost (spec 2 §4). */
import { Button, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../dialog/dialog-actions.tsx';
import { Modal } from '../dialog/modal.tsx';

/** The question, where it is not about unsaved changes. */
export interface LeaveTexts {
  title: string;
  text: string;
  /** Of the button that leaves. */
  leave: string;
}

interface Props {
  /** Called when the user leaves the screen or the page. */
  hasChanges: () => boolean;
  texts?: LeaveTexts;
}

/** The guards of all forms on the screen. */
const guards = new Set<() => boolean>();

/** Whether a form on the screen has unsaved changes: for actions that leave it without a change of the URL. */
export const hasUnsavedChanges = (): boolean => [...guards].some((hasChanges) => hasChanges());

/** The confirmation dialog. @param onLeave called when the user discards the changes */
export function UnsavedDialog({
  opened,
  onStay,
  onLeave,
  texts,
}: {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
  texts?: LeaveTexts | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onStay} title={texts?.title ?? t('leave.title')}>
      <Text mb="md">{texts?.text ?? t('leave.text')}</Text>
      <DialogActions>
        <Button variant="default" size="md" data-autofocus onClick={onStay}>
          {t('leave.stay')}
        </Button>
        <Button color="red" size="md" onClick={onLeave}>
          {texts?.leave ?? t('leave.go')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** Rendered by a form's screen. Moving the map also changes the URL: only a change of the path counts as leaving. */
export function UnsavedChangesGuard({ hasChanges, texts }: Props) {
  const latest = useRef(hasChanges);
  useEffect(() => {
    latest.current = hasChanges;
  });
  useEffect(() => {
    const guard = () => latest.current();
    guards.add(guard);
    return () => void guards.delete(guard);
  }, []);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges() && next.pathname !== current.pathname,
    enableBeforeUnload: hasChanges,
    withResolver: true,
  });
  return (
    <UnsavedDialog
      opened={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
      texts={texts}
    />
  );
}
