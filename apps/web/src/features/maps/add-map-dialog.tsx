/** The dialog that adds a map. */
import { deleteMapArchive, type MapArchive } from '@waypost/contract/map-archives/map-archives';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { useCall } from '../../api/use-call.ts';
import { AddMapForm } from '../../blocks/map-archives/add-map-form.tsx';
import { findFailedAddress } from '../../blocks/map-archives/failed-address.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';

interface Props {
  /** A map that could not be added: it makes way for the next try. */
  failed?: MapArchive;
  onClose: () => void;
}

/** The dialog. */
export default function AddMapDialog({ failed, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useCall(deleteMapArchive, { onError: notifyError });
  return (
    <FormDialog title={t('maps.add.title')} size="md" onClose={onClose}>
      <AddMapForm
        failed={failed && findFailedAddress(failed)}
        onAdded={() => {
          if (failed) remove.mutate({ params: { id: failed.id } });
          onClose();
        }}
        nameHint={t('maps.add.nameHint')}
        renderActions={(isBusy) => (
          <SaveActions label={t('maps.add.action')} onCancel={onClose} isBusy={isBusy} />
        )}
      />
    </FormDialog>
  );
}
