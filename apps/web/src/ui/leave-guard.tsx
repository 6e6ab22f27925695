/** Asks before unsaved changes are left behind (spec 2 §4). */
import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Modal } from './modal.tsx';

interface Props {
  /** Asked at the moment of leaving, whether it is for another address or for another page altogether. */
  hasChanges: () => boolean;
}

/** Part of a form's screen. Moving the map changes the address, too, and leaves nothing: only another path is leaving. */
export function LeaveGuard({ hasChanges }: Props) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges() && next.pathname !== current.pathname,
    enableBeforeUnload: hasChanges,
    withResolver: true,
  });
  const stay = () => blocker.reset?.();
  return (
    <Modal opened={blocker.status === 'blocked'} onClose={stay} title={t('leave.title')}>
      <Text mb="md">{t('leave.text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" size="md" data-autofocus onClick={stay}>
          {t('leave.stay')}
        </Button>
        <Button color="red" size="md" onClick={() => blocker.proceed?.()}>
          {t('leave.go')}
        </Button>
      </Group>
    </Modal>
  );
}
