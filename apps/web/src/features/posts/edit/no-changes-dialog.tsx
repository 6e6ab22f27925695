import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';

/** Dialog after saving without changes: nothing was saved (spec 2 §4). */
export function NoChangesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('post.edit.noChanges.title')}>
      <Text mb="md">{t('post.edit.noChanges.text')}</Text>
      <DialogActions>
        <Button size="md" data-autofocus onClick={onClose}>
          {t('post.edit.noChanges.ok')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
