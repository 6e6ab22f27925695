/** The form that adds a map: from this device, from the server, or from a web address. */
import '../../ui/i18n/maps-labels.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import {
  archiveLimits,
  isExtractName,
  maxArchiveGigabytes,
  maxExtractMegabytes,
} from '@waypost/contract/map-archives/archive-limits';
import {
  createMapArchive,
  type MapArchive,
  MapArchiveInput,
  type MapArchiveSource,
  mapArchiveSources,
} from '@waypost/contract/map-archives/map-archives';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCall } from '../../api/use-call.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { useContractForm } from '../contract-form/use-contract-form.ts';
import { sendArchive } from './archive-uploads.ts';
import { type FailedAddress, keepAddress } from './failed-address.ts';
import classes from './map-archives.module.css';
import { MapFileField } from './map-file-field.tsx';
import { readFileName, removeMapEnding } from './map-file-name.ts';
import { ServerFileField } from './server-file-field.tsx';
import { type MapFileKind, useMapFileKind } from './use-map-file-kind.ts';

interface FormValues extends Record<string, string> {
  name: string;
  source: MapArchiveSource;
  file_name: string;
  address: string;
}

/** The form's values as the API takes them: the size is that of the chosen file. */
const schemaFor = (file: File | null) =>
  z.preprocess((values) => ({ ...(values as FormValues), size: file?.size }), MapArchiveInput);

interface FormOptions {
  /** What could not be added before. */
  failed?: FailedAddress | null | undefined;
  /** The map is in the list, and its file is being uploaded or fetched. */
  onAdded: (archive: MapArchive) => void;
  /**
   * Called when the server refuses the file, before or after `onAdded`, and with null when one is being sent. By default a notice says
   * that it is refused.
   */
  onRefusal?: ((text: string | null) => void) | undefined;
}

/** The name of a map by that of its file; empty where that is too short for one. */
function toMapName(fileName: string): string {
  const { min, max } = archiveLimits.name;
  const name = removeMapEnding(fileName).slice(0, max);
  return name.length < min ? '' : name;
}

/** The form, with the file that was chosen. */
function useAddForm({ failed, onAdded, onRefusal }: FormOptions) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const kind = useMapFileKind(file);
  const create = useCall(createMapArchive, {
    onSuccess({ id, state }) {
      onRefusal?.(null);
      if (state === 'uploading' && file) void sendArchive(id, file, 0, onRefusal);
    },
  });
  const form = useContractForm<FormValues, MapArchiveInput>({
    schema: schemaFor(file),
    initialValues: {
      source: failed ? 'address' : 'upload',
      file_name: '',
      address: failed?.address ?? '',
      name: failed?.name ?? '',
    },
    labels: {
      name: t('maps.add.name'),
      source: t('maps.add.source'),
      file_name: t('maps.add.file'),
      address: t('maps.add.address'),
    },
    async submitValues(body) {
      // The field says why.
      if (body.source === 'upload' && file && describeFault(file, kind, t)) return;
      const archive = await create.mutateAsync({ body });
      if (body.source === 'address') keepAddress(archive.id, body.address);
      onAdded(archive);
    },
  });
  // A map is named after its file, unless somebody has named it.
  const nameOfFile = useRef(failed ? toMapName(readFileName(failed.address) ?? '') : '');
  const fillInName = (fileName: string) => {
    const { name } = form.form.values;
    if (name !== '' && name !== nameOfFile.current) return;
    nameOfFile.current = toMapName(fileName);
    form.form.setFieldValue('name', nameOfFile.current);
  };
  const chooseFile = (chosen: File | null) => {
    setFile(chosen);
    form.form.setFieldValue('file_name', chosen?.name ?? '');
    form.form.clearFieldError('file_name');
    form.form.clearFieldError('size');
    if (chosen) fillInName(chosen.name);
  };
  const chooseServerFile = (name: string) => {
    form.form.setFieldValue('file_name', name);
    fillInName(name);
  };
  const enterAddress = (address: string) => {
    form.form.setFieldValue('address', address);
    const fileName = readFileName(address);
    if (fileName !== undefined) fillInName(fileName);
  };
  const chooseSource = (source: MapArchiveSource) => {
    form.form.setValues({ source, file_name: source === 'upload' ? (file?.name ?? '') : '' });
    form.form.clearErrors();
  };
  return { ...form, file, kind, chooseFile, chooseServerFile, enterAddress, chooseSource };
}

/** Why a file cannot be added; undefined where nothing speaks against it. */
function describeFault(
  { name, size }: File,
  kind: MapFileKind | undefined,
  t: TFunction,
): string | undefined {
  const label = t('maps.add.file');
  if (kind === 'other') return t('fault.archiveFormat', { label });
  if (isExtractName(name) && size > archiveLimits.extractBytes)
    return t('fault.extractSize', { label, max: maxExtractMegabytes });
  if (size > archiveLimits.bytes) return t('fault.archiveSize', { label, max: maxArchiveGigabytes });
  return undefined;
}

interface Props extends FormOptions {
  /** Whether the first field takes the focus. */
  takesFocus?: boolean;
  /** What went wrong before, until something is sent. */
  refusal?: string | null;
  /** Below the field of the name. */
  nameHint?: string;
  /** The buttons, of which one submits. */
  renderActions: (isBusy: boolean) => ReactNode;
}

/** The form. keys: maps.from.* */
export function AddMapForm({
  takesFocus = false,
  refusal = null,
  nameHint,
  renderActions,
  ...options
}: Props) {
  const { t } = useTranslation();
  const add = useAddForm(options);
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (takesFocus) first.current?.focus();
  }, [takesFocus]);
  const { source } = add.form.values;
  const { errors } = add.form;
  const fault = add.file && describeFault(add.file, add.kind, t);
  return (
    <form noValidate className={classes['fields']} onSubmit={add.submit}>
      <ProblemAlert text={add.problem ?? refusal} />
      <NativeSelect
        ref={first}
        size="md"
        label={t('maps.add.source')}
        value={source}
        data={mapArchiveSources.map((value) => ({ value, label: t(`maps.from.${value}`) }))}
        onChange={(event) => add.chooseSource(event.currentTarget.value as MapArchiveSource)}
      />
      {source === 'upload' && (
        <MapFileField
          file={add.file}
          kind={add.kind}
          error={errors['file_name'] ?? fault}
          dataPath="file_name"
          onChange={add.chooseFile}
        />
      )}
      {source === 'file' && (
        <ServerFileField field={add.field('file_name')} onChoose={add.chooseServerFile} />
      )}
      {source === 'address' && (
        <TextInput
          size="md"
          required
          type="url"
          dir="ltr"
          placeholder="https://example.org/city.osm.pbf"
          description={t('maps.add.addressHint')}
          {...add.field('address')}
          onChange={(event) => add.enterAddress(event.currentTarget.value)}
        />
      )}
      <TextInput size="md" required description={nameHint} {...add.field('name')} />
      {renderActions(add.isBusy)}
    </form>
  );
}
