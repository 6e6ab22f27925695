import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from './dialog-actions.tsx';

interface Props {
  onCancel: () => void;
  isBusy: boolean;
  /** Of the button that sends; "Save" by default. */
  label?: string;
}

/** "Cancel" and the button that sends, at the end of a dialog with a form. */
export function SaveActions({ onCancel, isBusy, label }: Props) {
  const { t } = useTranslation();
  return (
    <DialogActions>
      <Button variant="default" size="md" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button type="submit" size="md" loading={isBusy}>
        {label ?? t('action.save')}
      </Button>
    </DialogActions>
  );
}
