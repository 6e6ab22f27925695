import { TextInput } from '@mantine/core';
import { type AreaSet, AreaSetInput, updateAreaSet } from '@waypost/contract/areas/areas';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { areaQueryKeys } from './area-query-keys.ts';
import classes from './areas.module.css';
import { LevelField } from './level-field.tsx';

/** The dialog that changes the name and the level of a set. */
export default function EditAreasDialog({ set, onClose }: { set: AreaSet; onClose: () => void }) {
  const { t } = useTranslation();
  const save = useCall(updateAreaSet, { invalidates: areaQueryKeys, onSuccess: onClose });
  const form = useContractForm({
    schema: AreaSetInput,
    initialValues: { name: set.name, level: String(set.level) },
    labels: { name: t('areas.name'), level: t('areas.level') },
    async submitValues(body) {
      await save.mutateAsync({ params: { id: set.id }, body });
    },
  });
  return (
    <FormDialog title={t('areas.edit.title')} onClose={onClose}>
      <form noValidate className={classes['fields']} onSubmit={form.submit}>
        <ProblemAlert text={form.problem} />
        <TextInput size="md" required dir="auto" data-autofocus {...form.field('name')} />
        <LevelField field={form.field('level')} />
        <SaveActions onCancel={onClose} isBusy={form.isBusy} />
      </form>
    </FormDialog>
  );
}
