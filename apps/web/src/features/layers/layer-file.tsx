/** The file of a layer: how it is chosen, and sent. */
import { layerLimits, maxLayerMegabytes } from '@waypost/contract/layers/layer-limits';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { FileField } from '../../ui/form/file-field.tsx';

/** The file that was chosen, and what is wrong with its size. */
export function useLayerFile() {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > layerLimits.bytes;
  const tooLarge = isTooLarge
    ? t('fault.geojsonSize', { label: t('layers.field.file'), max: maxLayerMegabytes })
    : undefined;
  return { file, setFile, tooLarge };
}

interface Props {
  file: File | null;
  /** Whether the layer has a file already, which another one replaces. */
  isReplacing?: boolean;
  error: ReactNode;
  onChange: (file: File | null) => void;
}

/** The field. */
export function LayerFileField({ file, isReplacing = false, error, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <FileField
      label={t('layers.field.file')}
      description={t('layers.field.fileHint', { max: formatBytes(layerLimits.bytes) })}
      error={error}
      isRequired={!isReplacing}
      accept=".geojson,.json,application/geo+json,application/json"
      action={t(file || isReplacing ? 'layers.field.other' : 'layers.field.choose')}
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
