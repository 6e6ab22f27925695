import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';

/** Dialog after saving without changes: nothing was saved (spec 2 §4). */
export function NoChangesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('post.edit.noChanges.title')}>
      <Text mb="md">{t('post.edit.noChanges.text')}</Text>
      <Group justify="flex-end">
        <Button size="md" data-autofocus onClick={onClose}>
          {t('post.edit.noChanges.ok')}
        </Button>
      </Group>
    </Modal>
  );
}
