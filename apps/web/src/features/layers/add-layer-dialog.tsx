/** The dialog that adds a layer: from this device, or from a web address. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@waypost/contract/common/limits';
import { createLayer, type Layer, uploadLayer } from '@waypost/contract/layers/layers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { buildLabels, LookFields, SourceFields } from './layer-fields.tsx';
import { LayerFileField, useLayerFile } from './layer-file.tsx';
import classes from './layers.module.css';
import {
  buildOptions,
  buildRole,
  type LayerForm,
  type LayerSource,
  type LayerValues,
  layerFormSchema,
  layerQueries,
  layerSources,
  newLayerValues,
} from './save-layer.ts';

/** The type of a layer from a source. */
const toType = (source: LayerSource): Layer['type'] =>
  source === 'upload' || source === 'address' ? 'geojson' : source;

/** The form, with the file that was chosen. */
function useAddForm(onAdded: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { file, setFile, tooLarge } = useLayerFile();
  const [source, setSource] = useState<LayerSource>('upload');
  const create = useCall(createLayer, { invalidates: layerQueries });
  const form = useContractForm<LayerValues, LayerForm>({
    schema: layerFormSchema(source),
    initialValues: newLayerValues,
    labels: buildLabels(t),
    async submitValues(values) {
      if (source === 'upload') {
        // The field says why.
        if (!file || tooLarge) return;
        const { name, visible_by_default } = values;
        const options = JSON.stringify(buildOptions('geojson', values));
        await call(uploadLayer, { body: { name, active: true, visible_by_default, options } }, { file });
        await Promise.all(layerQueries.map((queryKey) => cache.invalidateQueries({ queryKey })));
      } else {
        const { name, data_url, refresh_minutes, visible_by_default } = values;
        const type = toType(source);
        const common = { name, data_url, refresh_minutes, visible_by_default };
        const options = buildOptions(type, values);
        await create.mutateAsync({
          body: { ...common, ...buildRole(type, values), type, options, active: true },
        });
      }
      onAdded();
    },
  });
  const chooseFile = (chosen: File | null) => {
    setFile(chosen);
    form.form.setFieldValue('file', chosen?.name ?? '');
    form.form.clearFieldError('file');
    if (chosen && form.form.values.name === '')
      form.form.setFieldValue(
        'name',
        chosen.name.replace(/\.(?:geo)?json$/i, '').slice(0, limits.layerName.max),
      );
  };
  const chooseSource = (chosen: LayerSource) => {
    setSource(chosen);
    form.form.clearErrors();
  };
  return { ...form, file, chooseFile, source, chooseSource, tooLarge };
}

/** The dialog. keys: layers.from.* */
export default function AddLayerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const add = useAddForm(onClose);
  return (
    <FormDialog title={t('layers.add')} size="md" onClose={onClose}>
      <form noValidate className={classes['fields']} onSubmit={add.submit}>
        <ProblemAlert text={add.problem} />
        <NativeSelect
          size="md"
          label={t('layers.field.source')}
          value={add.source}
          data={layerSources.map((value) => ({ value, label: t(`layers.from.${value}`) }))}
          onChange={(event) => add.chooseSource(event.currentTarget.value as LayerSource)}
        />
        {add.source === 'upload' ? (
          <LayerFileField
            file={add.file}
            error={add.form.errors['file'] ?? add.tooLarge}
            onChange={add.chooseFile}
          />
        ) : (
          <SourceFields form={add} type={toType(add.source)} />
        )}
        <TextInput size="md" required dir="auto" {...add.field('name')} />
        <LookFields form={add} type={toType(add.source)} />
        <SaveActions label={t('layers.add')} onCancel={onClose} isBusy={add.isBusy} />
      </form>
    </FormDialog>
  );
}
