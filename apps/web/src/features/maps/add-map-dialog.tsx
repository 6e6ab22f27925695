/** The dialog that adds a map: from this device, from the server, or from a web address. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  archiveLimits,
  isExtractName,
  maxArchiveGigabytes,
  maxExtractMegabytes,
} from '@waypost/contract/map-archives/archive-limits';
import {
  createMapArchive,
  listServerFiles,
  MapArchiveInput,
  type MapArchiveSource,
  mapArchiveSources,
} from '@waypost/contract/map-archives/map-archives';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { sendArchive } from './archive-uploads.ts';
import { MapFileField } from './map-file-field.tsx';
import classes from './maps.module.css';

interface FormValues extends Record<string, string> {
  name: string;
  source: MapArchiveSource;
  file_name: string;
  address: string;
}

/** The form's values as the API takes them: the size is that of the chosen file. */
const schemaFor = (file: File | null) =>
  z.preprocess((values) => ({ ...(values as FormValues), size: file?.size }), MapArchiveInput);

/** The form, with the file that was chosen. */
function useAddForm(onAdded: () => void) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const create = useCall(createMapArchive, {
    onSuccess({ id, state }) {
      if (state === 'uploading' && file) void sendArchive(id, file, 0);
      onAdded();
    },
  });
  const form = useContractForm<FormValues, MapArchiveInput>({
    schema: schemaFor(file),
    initialValues: { name: '', source: 'upload', file_name: '', address: '' },
    labels: {
      name: t('maps.add.name'),
      source: t('maps.add.source'),
      file_name: t('maps.add.file'),
      address: t('maps.add.address'),
    },
    async submitValues(body) {
      // The field says why.
      if (body.source === 'upload' && file && describeSize(file, t)) return;
      await create.mutateAsync({ body });
    },
  });
  const chooseFile = (chosen: File | null) => {
    setFile(chosen);
    form.form.setFieldValue('file_name', chosen?.name ?? '');
    form.form.clearFieldError('file_name');
    form.form.clearFieldError('size');
    if (chosen && form.form.values.name === '')
      form.form.setFieldValue(
        'name',
        chosen.name.replace(/\.(?:pmtiles|osm\.pbf|pbf)$/i, '').slice(0, archiveLimits.name.max),
      );
  };
  const chooseSource = (source: MapArchiveSource) => {
    form.form.setValues({ source, file_name: source === 'upload' ? (file?.name ?? '') : '' });
    form.form.clearErrors();
  };
  return { ...form, file, chooseFile, chooseSource };
}

/** Why a file is too large; undefined when it is not. */
function describeSize({ name, size }: File, t: TFunction): string | undefined {
  const label = t('maps.add.file');
  if (isExtractName(name) && size > archiveLimits.extractBytes)
    return t('fault.extractSize', { label, max: maxExtractMegabytes });
  if (size > archiveLimits.bytes) return t('fault.archiveSize', { label, max: maxArchiveGigabytes });
  return undefined;
}

/** The dialog. keys: maps.from.* */
export default function AddMapDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const add = useAddForm(onClose);
  const { source } = add.form.values;
  const { errors } = add.form;
  const tooLarge = add.file && describeSize(add.file, t);
  return (
    <FormDialog title={t('maps.add.title')} size="md" onClose={onClose}>
      <form noValidate className={classes['fields']} onSubmit={add.submit}>
        <ProblemAlert text={add.problem} />
        <NativeSelect
          size="md"
          label={t('maps.add.source')}
          value={source}
          data={mapArchiveSources.map((value) => ({ value, label: t(`maps.from.${value}`) }))}
          onChange={(event) => add.chooseSource(event.currentTarget.value as MapArchiveSource)}
        />
        {source === 'upload' && (
          <MapFileField file={add.file} error={errors['file_name'] ?? tooLarge} onChange={add.chooseFile} />
        )}
        {source === 'file' && <ServerFileField field={add.field('file_name')} />}
        {source === 'address' && (
          <TextInput
            size="md"
            required
            type="url"
            dir="ltr"
            placeholder="https://example.org/city.pmtiles"
            description={t('maps.add.addressHint')}
            {...add.field('address')}
          />
        )}
        <TextInput size="md" required description={t('maps.add.nameHint')} {...add.field('name')} />
        <SaveActions label={t('maps.add.action')} onCancel={onClose} isBusy={add.isBusy} />
      </form>
    </FormDialog>
  );
}

/** The choice among the files of the server. */
function ServerFileField({ field }: { field: object }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...buildEndpointQuery(listServerFiles, {}), staleTime: 0 });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  const directory = data?.directory ?? '';
  const files = data?.files ?? [];
  return (
    <NativeSelect
      size="md"
      required
      disabled={files.length === 0}
      description={
        data && (
          <bdi>{t(files.length > 0 ? 'maps.add.serverHint' : 'maps.add.serverNone', { directory })}</bdi>
        )
      }
      data={[
        { value: '', label: t('maps.add.choose') },
        ...files.map(({ name, size }) => ({ value: name, label: `${name} (${formatBytes(size)})` })),
      ]}
      {...field}
    />
  );
}
