/** The question before a report with personal data is published. */
import '../../../blocks/personal-data/personal-data-labels.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import FoundPersonalData, { type CheckedText } from '../../../blocks/personal-data/found-personal-data.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';

interface Props {
  texts: readonly CheckedText[];
  onPublish: () => void;
  onClose: () => void;
}

/** Lists what was found. */
export default function PublishDialog({ texts, onPublish, onClose }: Props) {
  const { t } = useTranslation();
  const publish = () => {
    onClose();
    onPublish();
  };
  return (
    <Modal opened onClose={onClose} title={t('personalData.question')}>
      <FoundPersonalData texts={texts} isForTeam />
      <DialogActions>
        <Button variant="default" size="md" data-autofocus onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button size="md" onClick={publish}>
          {t('personalData.publish')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
