/** The question before a report with personal data is published. */
import './personal-data-labels.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import FoundPersonalData, { type CheckedText } from './found-personal-data.tsx';

interface Props {
  texts: readonly CheckedText[];
  /** Focuses the button that publishes, for work by keyboard; otherwise the one that cancels. */
  focusesPublish?: boolean;
  onPublish: () => void;
  onClose: () => void;
}

/** Lists what was found. */
export default function PublishDialog({ texts, focusesPublish = false, onPublish, onClose }: Props) {
  const { t } = useTranslation();
  const publish = () => {
    onClose();
    onPublish();
  };
  return (
    <Modal opened onClose={onClose} title={t('personalData.question')}>
      <FoundPersonalData texts={texts} isForTeam />
      <DialogActions>
        <Button variant="default" size="md" data-autofocus={!focusesPublish || undefined} onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button size="md" data-autofocus={focusesPublish || undefined} onClick={publish}>
          {t('personalData.publish')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
