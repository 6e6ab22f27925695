/** The dialog that edits a layer. Saving the address fetches it again; a file replaces the one that was uploaded. */
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Layer, replaceLayerFile, updateLayer } from '@waypost/contract/layers/layers';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { buildLabels, LookFields, SourceFields } from './layer-fields.tsx';
import { LayerFileField, useLayerFile } from './layer-file.tsx';
import { readLook, readOptions, readServiceLayers } from './layer-look.ts';
import classes from './layers.module.css';
import {
  buildOptions,
  buildRole,
  type LayerForm,
  type LayerValues,
  layerFormSchema,
  layerQueries,
  newLayerValues,
  opacityShares,
  refreshIntervals,
} from './save-layer.ts';

/** The nearest of some values. */
const findNearest = (values: readonly string[], wanted: number): string =>
  values.toSorted((a, b) => Math.abs(Number(a) - wanted) - Math.abs(Number(b) - wanted))[0] ?? '';

function toValues(layer: Layer): LayerValues {
  const { color, opacity, attribution } = readLook(layer);
  return {
    ...newLayerValues,
    name: layer.name,
    data_url: layer.data_url ?? '',
    layers: readServiceLayers(layer),
    refresh_minutes: findNearest(Object.values(refreshIntervals), layer.refresh_minutes),
    color,
    opacity: findNearest(opacityShares, opacity),
    attribution,
    visible_by_default: layer.visible_by_default,
    is_base_map: layer.is_base_map,
  };
}

/** The dialog. */
export default function EditLayerDialog({ layer, onClose }: { layer: Layer; onClose: () => void }) {
  const { t } = useTranslation();
  const { type } = layer;
  const isFetched = layer.data_url !== null;
  const cache = useQueryClient();
  const { file, setFile, tooLarge } = useLayerFile();
  const save = useCall(updateLayer, { invalidates: layerQueries, onSuccess: onClose });
  const form = useContractForm<LayerValues, LayerForm>({
    schema: layerFormSchema(type === 'geojson' ? (isFetched ? 'address' : undefined) : type),
    initialValues: toValues(layer),
    labels: buildLabels(t),
    async submitValues(values) {
      // The field says why.
      if (tooLarge) return;
      if (file) {
        await call(replaceLayerFile, { params: { id: layer.id } }, { file });
        setFile(null);
        await Promise.all(layerQueries.map((queryKey) => cache.invalidateQueries({ queryKey })));
      }
      const { name, data_url, refresh_minutes, visible_by_default } = values;
      const options = { ...readOptions(layer), ...buildOptions(type, values) };
      const source = isFetched ? { data_url, refresh_minutes } : {};
      await save.mutateAsync({
        params: { id: layer.id },
        body: { name, visible_by_default, options, ...source, ...buildRole(type, values) },
      });
    },
  });
  return (
    <FormDialog title={t('layers.edit.title')} size="md" onClose={onClose}>
      <form noValidate className={classes['fields']} onSubmit={form.submit}>
        <ProblemAlert text={form.problem} />
        <TextInput size="md" required dir="auto" data-autofocus {...form.field('name')} />
        {isFetched ? (
          <SourceFields form={form} type={type} />
        ) : (
          type === 'geojson' && (
            <LayerFileField
              isReplacing
              file={file}
              error={form.form.errors['file'] ?? tooLarge}
              onChange={(chosen) => {
                setFile(chosen);
                form.form.clearFieldError('file');
              }}
            />
          )
        )}
        <LookFields form={form} type={type} />
        <SaveActions onCancel={onClose} isBusy={form.isBusy} />
      </form>
    </FormDialog>
  );
}
