/** A dialog that asks for confirmation of an action that cannot be undone, and shows its errors. */
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../feedback/screen-states.tsx';
import { useAsyncAction } from '../feedback/use-async-action.ts';
import { DialogActions } from './dialog-actions.tsx';
import { Modal } from './modal.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** Text of the button: names the action, never "OK". */
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  /** Messages for the error that `onConfirm` threw. */
  formatErrors: (error: unknown) => readonly string[];
  onClose: () => void;
  /** The action loses no data: the button is not red. */
  isHarmless?: boolean;
}

/** Shows the question, runs the action when it is confirmed and shows what went wrong. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  onConfirm,
  formatErrors,
  onClose,
  isHarmless = false,
}: Props) {
  const { t } = useTranslation();
  const { mutate: confirm, isPending, error } = useAsyncAction<void, unknown>(onConfirm);
  return (
    <Modal opened onClose={onClose} title={title}>
      <Text component="div" dir="auto" mb="md">
        {children}
      </Text>
      {error && <ErrorState messages={formatErrors(error)} />}
      <DialogActions>
        <Button variant="default" size="md" data-autofocus onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          {...(isHarmless ? {} : { color: 'red' })}
          size="md"
          loading={isPending}
          onClick={() => confirm()}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Modal>
  );
}
