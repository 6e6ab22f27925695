import { limits } from '@waypost/contract/common/limits';
import type { ImportPreview, ImportSource, RejectedRow } from '@waypost/contract/imports/imports';
import { showCells } from '@waypost/survey-logic/csv/column-mapping';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import classes from './data-import.module.css';
import { formatRejectionReason } from './format-rejection-reason.ts';
import { listColumns, type MappingField } from './mapping-fields.ts';
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
    preview.options.damaged === 'reject' && t('dataImport.preview.damaged'),
    formatPictureHosts(preview, t),
  ];
  if (rows.length > 0 && rows.every((row) => row.imported_before))
    return t('dataImport.preview.allImportedBefore');
  return [formatRowCounts(preview, t), ...notes].filter(Boolean).join(' ');
}

/** Servers that are named. */
const maxNamedHosts = 3;

/** Where the pictures of the rows come from; null for no pictures from the web. */
function formatPictureHosts({ picture_hosts = [] }: ImportPreview, t: TFunction): string | null {
  if (picture_hosts.length === 0) return null;
  const hosts = picture_hosts.slice(0, maxNamedHosts);
  if (picture_hosts.length > maxNamedHosts) hosts.push('…');
  return t('dataImport.preview.pictures', { hosts: hosts.join(', ') });
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

/** A field and the columns that fill it, in the order of the file. */
interface PreviewField {
  /** Null for a column that fills no field. */
  target: string | null;
  columns: readonly number[];
}

/** Columns that are shown as they are in the file while none fills a field. */
const maxUnmappedColumns = 6;

function listFields({ maps_to }: ImportPreview): PreviewField[] {
  const fields = [...new Set(maps_to)].flatMap((target) =>
    target === null ? [] : [{ target, columns: listColumns(maps_to, target) }],
  );
  if (fields.length > 0) return fields;
  return maps_to.slice(0, maxUnmappedColumns).map((_, at) => ({ target: null, columns: [at] }));
}

function PreviewTable({ preview, rows, source }: Omit<Props, 'error'>) {
  const lineLabel = useLineLabel(source);
  const { t } = useTranslation();
  const columnName = useColumnName();
  const rowName = useMappingFieldLabel();
  const fields = listFields(preview);
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
            {fields.map(({ target, columns }) => (
              <th key={target ?? columns[0]} scope="col">
                {target !== null && <bdi>{fieldName(target)}</bdi>}
                {columns.map((at) => (
                  <small key={at}>
                    <bdi>{columnName(getHeadings(preview.columns), at)}</bdi>
                  </small>
                ))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <PreviewRow key={row.row} row={row} preview={preview} fields={fields} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  row: ImportPreview['rows'][number];
  preview: ImportPreview;
  fields: readonly PreviewField[];
}

const formatRowErrors = (errors: readonly RowError[]) => [...new Set(errors.map(formatRejectionReason))];

/** The position of the column of an error. Other servers name the column only. */
const getErrorColumn = (error: RowError, { columns }: ImportPreview): number | null =>
  error.column_index ??
  (error.column === null ? null : columns.findIndex(({ name }) => name === error.column));

function PreviewRow({ row, preview, fields }: RowProps) {
  const { t } = useTranslation();
  const ofColumns = (entries: readonly RowError[], columns: readonly number[]) =>
    entries.filter((entry) => columns.includes(getErrorColumn(entry, preview) ?? -1));
  const listErrors = (columns: readonly number[]) => ofColumns(row.errors, columns);
  const fieldErrors = new Set(listErrors(fields.flatMap(({ columns }) => columns)));
  const rowErrors = row.errors.filter((error) => !fieldErrors.has(error));
  return (
    <>
      <tr data-bad={row.errors.length > 0 || undefined}>
        <td className={classes['number']}>{row.line}</td>
        {fields.map(({ target, columns }) => {
          const errors = listErrors(columns);
          const cell = showCells(row.cells, columns);
          const read = target === null ? cell : (row.read[columns[0] ?? 0] ?? '');
          return (
            <td key={target ?? columns[0]} data-bad={errors.length > 0 || undefined}>
              <bdi className={classes['read']}>{read}</bdi>
              {cell !== read && (
                <small className={classes['raw']}>{t('dataImport.preview.raw', { cell })}</small>
              )}
              {formatRowErrors([...errors, ...ofColumns(row.warnings ?? [], columns)]).map((text) => (
                <small key={text}>{text}</small>
              ))}
            </td>
          );
        })}
      </tr>
      {row.imported_before && (
        <tr>
          <td colSpan={fields.length + 1}>
            <small>{t('dataImport.preview.importedBefore')}</small>
          </td>
        </tr>
      )}
      {rowErrors.length > 0 && (
        <tr data-bad>
          <td colSpan={fields.length + 1} data-bad>
            {formatRowErrors(rowErrors).map((text) => (
              <small key={text}>{text}</small>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
