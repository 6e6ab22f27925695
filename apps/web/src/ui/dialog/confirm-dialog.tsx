/** Asks before something is done that cannot be taken back at once, and tells when it could not be done. */
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../feedback/screen-states.tsx';
import { Modal } from './modal.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** What the button says: the deed itself, never "OK". */
  confirmLabel: string;
  onConfirm: () => Promise<void>;
  /** Sentences for what `onConfirm` threw. */
  formatErrors: (error: unknown) => readonly string[];
  onClose: () => void;
  /** Nothing is lost by it. */
  isHarmless?: boolean;
}

export function ConfirmDialog({
  title,
  children,
  confirmLabel: action,
  onConfirm,
  formatErrors: textsOf,
  onClose,
  isHarmless = false,
}: Props) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  async function confirm() {
    setBusy(true);
    setProblems([]);
    try {
      await onConfirm();
    } catch (error) {
      setProblems(textsOf(error));
    }
    setBusy(false);
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <Text component="div" dir="auto" mb="md">
        {children}
      </Text>
      {problems.length > 0 && <ErrorState messages={problems} />}
      <Group justify="flex-end">
        <Button variant="default" size="md" data-autofocus onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          {...(isHarmless ? {} : { color: 'red' })}
          size="md"
          loading={isBusy}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
