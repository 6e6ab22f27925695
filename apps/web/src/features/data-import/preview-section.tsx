import { limits } from '@waypost/contract/common/limits';
import type { ImportPreview, ImportSource, RejectedRow } from '@waypost/contract/imports/imports';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import classes from './data-import.module.css';
import { formatRejectionReason } from './format-rejection-reason.ts';
import type { MappingField } from './mapping-fields.ts';
import { getHeadings, useColumnName, useLineLabel, useMappingFieldLabel } from './use-mapping-labels.ts';

interface Props {
  preview: ImportPreview;
  rows: readonly MappingField[];
  source: ImportSource | null;
  error: Error | null;
}

type RowError = RejectedRow['errors'][number];

/** Whether the preview holds all rows of the file, if any, and none of them will be imported. */
export const hasNothingToImport = ({ rows }: ImportPreview): boolean =>
  rows.length < limits.csvPreview.shownRows &&
  rows.every((row) => row.errors.length > 0 || row.imported_before === true);

/** What becomes of the first rows, in words. */
export function formatPreviewSummary(preview: ImportPreview, t: TFunction): string {
  const { rows } = preview;
  const notes = [
    rows.some((row) => row.imported_before) && t('dataImport.preview.someImportedBefore'),
    preview.has_hxl_row && t('dataImport.preview.hxlRow'),
  ];
  if (rows.length > 0 && rows.every((row) => row.imported_before))
    return t('dataImport.preview.allImportedBefore');
  return [formatRowCounts(preview, t), ...notes].filter(Boolean).join(' ');
}

/** How many of the first rows can be imported, in words. */
function formatRowCounts(preview: ImportPreview, t: TFunction): string {
  const count = preview.rows.length;
  const rejectedCount = preview.rows.filter((row) => row.errors.length > 0).length;
  if (count === 0) return t('dataImport.preview.none');
  if (rejectedCount === 0) return t('dataImport.preview.fine', { count });
  if (rejectedCount < count) return t('dataImport.preview.bad', { count: rejectedCount, of: count });
  return hasNothingToImport(preview)
    ? t('dataImport.preview.noneOfFile')
    : t('dataImport.preview.noneOfShown');
}

/** Preview of the first rows with their errors. */
export function PreviewSection({ preview, rows, source, error }: Props) {
  const { t } = useTranslation();
  const count = preview.rows.length;
  return (
    <FormSection
      title={t('dataImport.preview.title')}
      lead={<output>{formatPreviewSummary(preview, t)}</output>}
    >
      {error && <ErrorState messages={formatErrorMessages(error)} />}
      {count > 0 && <PreviewTable preview={preview} rows={rows} source={source} />}
    </FormSection>
  );
}

function PreviewTable({ preview, rows, source }: Omit<Props, 'error'>) {
  const lineLabel = useLineLabel(source);
  const { t } = useTranslation();
  const columnName = useColumnName();
  const rowName = useMappingFieldLabel();
  const mappedColumns = preview.maps_to.flatMap((target, at) => (target === null ? [] : [{ target, at }]));
  const fieldName = (target: string) => {
    const row = rows.find((other) => other.target === target);
    const place = rows.find((other) => other.target === `${target}.lat`);
    return row ? rowName(row) : (place?.label ?? t('field.status'));
  };
  return (
    // Focusable, so that the keyboard can scroll it sideways.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes['scroll']} tabIndex={0} aria-label={t('dataImport.preview.title')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{lineLabel}</th>
            {mappedColumns.map(({ target, at }) => (
              <th key={target} scope="col">
                <bdi>{fieldName(target)}</bdi>
                <small>
                  <bdi>{columnName(getHeadings(preview.columns), at)}</bdi>
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <PreviewRow
              key={row.row}
              row={row}
              preview={preview}
              columns={mappedColumns.map(({ at }) => at)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  row: ImportPreview['rows'][number];
  preview: ImportPreview;
  columns: readonly number[];
}

const formatRowErrors = (errors: readonly RowError[]) => [...new Set(errors.map(formatRejectionReason))];

/** The position of the column of an error. Other servers name the column only. */
const getErrorColumn = (error: RowError, { columns }: ImportPreview): number | null =>
  error.column_index ??
  (error.column === null ? null : columns.findIndex(({ name }) => name === error.column));

function PreviewRow({ row, preview, columns }: RowProps) {
  const { t } = useTranslation();
  const rowErrors = row.errors.filter((error) => {
    const at = getErrorColumn(error, preview);
    return at === null || !columns.includes(at);
  });
  return (
    <>
      <tr data-bad={row.errors.length > 0 || undefined}>
        <td className={classes['number']}>{row.line}</td>
        {columns.map((at) => {
          const errors = row.errors.filter((error) => getErrorColumn(error, preview) === at);
          const cell = row.cells[at]?.trim() ?? '';
          return (
            <td key={at} data-bad={errors.length > 0 || undefined}>
              <bdi>{row.read[at]}</bdi>
              {cell !== (row.read[at] ?? '') && (
                <small className={classes['raw']}>{t('dataImport.preview.raw', { cell })}</small>
              )}
              {formatRowErrors(errors).map((text) => (
                <small key={text}>{text}</small>
              ))}
            </td>
          );
        })}
      </tr>
      {row.imported_before && (
        <tr>
          <td colSpan={columns.length + 1}>
            <small>{t('dataImport.preview.importedBefore')}</small>
          </td>
        </tr>
      )}
      {rowErrors.length > 0 && (
        <tr data-bad>
          <td colSpan={columns.length + 1} data-bad>
            {formatRowErrors(rowErrors).map((text) => (
              <small key={text}>{text}</small>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
