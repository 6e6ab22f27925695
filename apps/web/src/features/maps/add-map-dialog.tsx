/** The dialog that adds a map. */
import { useTranslation } from 'react-i18next';
import { AddMapForm } from '../../blocks/map-archives/add-map-form.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';

/** The dialog. */
export default function AddMapDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDialog title={t('maps.add.title')} size="md" onClose={onClose}>
      <AddMapForm
        onAdded={onClose}
        nameHint={t('maps.add.nameHint')}
        renderActions={(isBusy) => (
          <SaveActions label={t('maps.add.action')} onCancel={onClose} isBusy={isBusy} />
        )}
      />
    </FormDialog>
  );
}
