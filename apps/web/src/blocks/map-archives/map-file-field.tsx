import { maxArchiveGigabytes, maxExtractMegabytes } from '@waypost/contract/map-archives/archive-limits';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileField } from '../../ui/form/file-field.tsx';
import { formatBytes } from '../survey-form/photos/format-bytes.ts';
import { BuildEstimate } from './build-estimate.tsx';
import classes from './map-archives.module.css';
import type { MapFileKind } from './use-map-file-kind.ts';

/** Endings of files that a map can be added from. */
export const mapFileTypes = '.pmtiles,.pbf';

interface Props {
  file: File | null;
  /** Undefined while unknown. */
  kind: MapFileKind | undefined;
  error: ReactNode;
  /** By which a form finds the field, to focus it. */
  dataPath?: string | undefined;
  onChange: (file: File | null) => void;
}

/** The choice of a file on this device. */
export function MapFileField({ file, kind, error, dataPath, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <FileField
      label={t('maps.add.file')}
      description={t('maps.add.fileHint', {
        // As refusals say them.
        max: formatBytes(maxArchiveGigabytes * 1e9),
        maxExtract: formatBytes(maxExtractMegabytes * 1e6),
      })}
      error={error}
      accept={mapFileTypes}
      dataPath={dataPath}
      action={t(file ? 'maps.add.otherFile' : 'maps.add.chooseFile')}
      onChange={onChange}
    >
      <output className={classes['chosen']}>
        {file && (
          <span data-figures>
            <bdi>{file.name}</bdi> ({formatBytes(file.size)})
          </span>
        )}
        {/* Not for what is too large or no extract. */}
        {file && kind === 'extract' && !error && <BuildEstimate name={file.name} size={file.size} />}
      </output>
    </FileField>
  );
}
