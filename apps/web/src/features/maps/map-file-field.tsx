import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { FileField } from '../../ui/form/file-field.tsx';

/** Endings of files that a map can be added from. */
export const mapFileTypes = '.pmtiles,.pbf';

interface Props {
  file: File | null;
  error: ReactNode;
  onChange: (file: File | null) => void;
}

/** The choice of a file on this device. */
export function MapFileField({ file, error, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <FileField
      label={t('maps.add.file')}
      description={t('maps.add.fileHint', {
        max: formatBytes(archiveLimits.bytes),
        maxExtract: formatBytes(archiveLimits.extractBytes),
      })}
      error={error}
      accept={mapFileTypes}
      action={t(file ? 'maps.add.otherFile' : 'maps.add.chooseFile')}
      onChange={onChange}
    >
      {file && (
        <span data-figures>
          <bdi>{file.name}</bdi> ({formatBytes(file.size)})
        </span>
      )}
    </FileField>
  );
}
