/** The dialog that adds a set of areas from a file. */
import { Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { AreaSetInput, createAreaSet } from '@waypost/contract/areas/areas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { areaQueryKeys } from './area-query-keys.ts';
import classes from './areas.module.css';
import { AreasFileField, useAreasFile } from './areas-file-field.tsx';
import { LevelField } from './level-field.tsx';
import { SendingActions } from './sending-actions.tsx';
import { useSendingAreas } from './use-sending-areas.ts';

/** The dialog. */
export default function AddAreasDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const file = useAreasFile();
  const [isDrawn, setDrawn] = useState(false);
  const [setId, setSetId] = useState<number | null>(null);
  const create = useCall(createAreaSet, { invalidates: areaQueryKeys });
  const { send, share } = useSendingAreas();
  const form = useContractForm<Record<'name' | 'level', string>, AreaSetInput>({
    schema: AreaSetInput,
    initialValues: { name: '', level: '1' },
    labels: { name: t('areas.name'), level: t('areas.level') },
    async submitValues(body) {
      const areas = isDrawn ? [] : file.listAreas();
      if (!areas) return;
      // After an error, sending continues.
      const id = setId ?? (await create.mutateAsync({ body })).id;
      setSetId(id);
      await send(id, areas);
      onClose();
    },
  });
  return (
    <FormDialog title={t('areas.add.title')} size="md" onClose={onClose}>
      <form noValidate className={classes['fields']} onSubmit={form.submit}>
        <ProblemAlert text={form.problem} />
        <Switch
          size="md"
          label={t('areas.draw.switch')}
          description={t('areas.draw.switchHint')}
          checked={isDrawn}
          disabled={setId !== null}
          onChange={({ currentTarget }) => setDrawn(currentTarget.checked)}
        />
        {!isDrawn && <AreasFileField file={file} isDisabled={setId !== null} />}
        <TextInput
          size="md"
          required
          dir="auto"
          description={t('areas.add.nameHint')}
          {...form.field('name')}
        />
        <LevelField field={form.field('level')} />
        <SendingActions share={share} label={t('areas.add.action')} isBusy={form.isBusy} onCancel={onClose} />
      </form>
    </FormDialog>
  );
}
