import { TextInput } from '@mantine/core';
import {
  type MapArchive,
  MapArchiveChange,
  updateMapArchive,
} from '@waypost/contract/map-archives/map-archives';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import classes from './maps.module.css';

const RenameInput = MapArchiveChange.pick({ name: true }).required();

/** The dialog that renames a map. */
export default function RenameMapDialog({ archive, onClose }: { archive: MapArchive; onClose: () => void }) {
  const { t } = useTranslation();
  const save = useCall(updateMapArchive, { onSuccess: onClose });
  const form = useContractForm({
    schema: RenameInput,
    initialValues: { name: archive.name },
    labels: { name: t('maps.add.name') },
    async submitValues(body) {
      await save.mutateAsync({ params: { id: archive.id }, body });
    },
  });
  return (
    <FormDialog title={t('maps.rename.title')} onClose={onClose}>
      <form noValidate className={classes['fields']} onSubmit={form.submit}>
        <ProblemAlert text={form.problem} />
        <TextInput size="md" required data-autofocus {...form.field('name')} />
        <SaveActions onCancel={onClose} isBusy={form.isBusy} />
      </form>
    </FormDialog>
  );
}
