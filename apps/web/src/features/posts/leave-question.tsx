/** Asks before unsaved changes are left behind (spec 2 §4). */
import { Button, Group, Modal, Text } from '@mantine/core';
import type { RegisteredRouter, useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** @param blocker of the router, made with `withResolver` */
export function LeaveQuestion({
  blocker,
}: {
  blocker: ReturnType<typeof useBlocker<RegisteredRouter, true>>;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('post.edit.leave.title')}
    >
      <Text mb="md">{t('post.edit.leave.text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" size="md" data-autofocus onClick={() => blocker.reset?.()}>
          {t('post.edit.leave.stay')}
        </Button>
        <Button color="red" size="md" onClick={() => blocker.proceed?.()}>
          {t('post.edit.leave.go')}
        </Button>
      </Group>
    </Modal>
  );
}
