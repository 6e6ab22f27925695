/** The choice of a file with areas, which are shown on a map, and of the property with their names. */
import { NativeSelect } from '@mantine/core';
import { areaLimits } from '@waypost/contract/areas/area-limits';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../api/error-text.ts';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { FileField } from '../../ui/form/file-field.tsx';
import classes from './areas.module.css';
import { AreasFileError, type AreasFileProblem } from './areas-file-error.ts';
import type { Outline } from './outline.ts';
import { type AreasFile, listNames, readAreasFile, toAreas } from './read-areas-file.ts';

const AreasFilePreview = lazy(() => import('./areas-file-preview.tsx'));

/** Names that the preview shows. */
const previewLength = 5;

/** keys: areas.problem.* */
function describeProblem({ key, ...details }: AreasFileProblem, t: TFunction): string {
  return t(`areas.problem.${key}`, {
    name: '',
    total: 0,
    ...details,
    max: 'bytes' in details ? formatBytes(details.bytes) : areaLimits.areas,
    points: areaLimits.points,
  });
}

/** A chosen file, what was read from it, and the property with the names. */
export function useAreasFile() {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [content, setContent] = useState<AreasFile | null>(null);
  const [property, setProperty] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const choose = async (file: File) => {
    setName(file.name);
    setContent(null);
    setError(null);
    setReading(true);
    try {
      const read = await readAreasFile(file);
      setContent(read);
      setProperty(read.properties[0] ?? '');
    } catch (failure) {
      setError(
        failure instanceof AreasFileError ? describeProblem(failure.problem, t) : formatErrorMessage(failure),
      );
    }
    setReading(false);
  };
  /** The areas; null with an error at the field when there are none. */
  const listAreas = () => {
    if (content) return toAreas(content, property);
    setError((shown) => shown ?? t('areas.problem.none'));
    return null;
  };
  return { name, content, property, setProperty, error, isReading, choose, listAreas };
}

interface Props {
  file: ReturnType<typeof useAreasFile>;
  isDisabled: boolean;
}

/** The fields. */
export function AreasFileField({ file, isDisabled }: Props) {
  const { t } = useTranslation();
  const { name, content, property } = file;
  return (
    <>
      <FileField
        label={t('areas.add.file')}
        description={t('areas.add.fileHint', { max: formatBytes(areaLimits.fileBytes) })}
        error={file.error}
        isDisabled={isDisabled}
        isLoading={file.isReading}
        accept=".geojson,.json,.kml,.zip"
        action={t(name ? 'areas.add.otherFile' : 'areas.add.chooseFile')}
        onChange={(chosen) => chosen && void file.choose(chosen)}
      >
        {name && <bdi>{name}</bdi>}
      </FileField>
      {content && (
        <>
          <NativeSelect
            size="md"
            label={t('areas.add.property')}
            description={
              <bdi>
                {t('areas.add.preview', {
                  total: content.outlines.length,
                  names: formatNames(content.outlines, property),
                })}
              </bdi>
            }
            data={[...content.properties]}
            value={property}
            disabled={isDisabled}
            onChange={(event) => file.setProperty(event.currentTarget.value)}
          />
          {content.flat.length > 0 && (
            <output className={classes['effects']}>
              {t('areas.add.flat', {
                total: content.flat.length,
                names: formatNames(content.flat, property),
              })}
            </output>
          )}
          <Suspense fallback={<ListSkeleton rows={1} height={360} />}>
            <AreasFilePreview key={content.id} file={content} property={property} name={name} />
          </Suspense>
        </>
      )}
    </>
  );
}

function formatNames(outlines: readonly Outline[], property: string): string {
  const names = listNames(outlines, property);
  const shown = names.slice(0, previewLength).join(', ');
  return names.length > previewLength ? `${shown}, …` : shown;
}
