/** Names of fields and columns on screen, and messages for mapping errors. */
import { type ImportPreview, type ImportSource, isWorkbook } from '@waypost/contract/imports/imports';
import { columnLetters, hasDuplicateHeading } from '@waypost/survey-logic/csv/column-mapping';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import type { MappingError, MappingField, PropertyNames } from './mapping-fields.ts';

type PreviewColumns = ImportPreview['columns'];

/** The headings of columns. */
export const getHeadings = (columns: PreviewColumns): string[] => columns.map(({ name }) => name);

/** Name of a column; the letters of a spreadsheet tell apart columns without a heading and with the same one. */
export function useColumnName(): (columns: readonly string[], at: number) => string {
  const { t } = useTranslation();
  return (columns, at) => {
    const name = columns[at]?.trim();
    const letters = columnLetters(at);
    if (!name) return t('dataImport.map.column', { letters });
    return hasDuplicateHeading(columns, at) ? t('dataImport.map.columnNamed', { name, letters }) : name;
  };
}

/** What numbers the rows: lines, or places in a file of places. */
export function useLineLabel(source: ImportSource | null): string {
  const { t } = useTranslation();
  return t(source === null || isWorkbook(source.type) ? 'dataImport.line' : 'dataImport.place');
}

/** Returns the label of a field, with the name of the coordinate for places. */
export function useMappingFieldLabel(): (row: MappingField) => string {
  const { t } = useTranslation();
  return ({ label, coordinate }) =>
    coordinate === undefined
      ? label
      : t(coordinate === 'lat' ? 'dataImport.map.latitude' : 'dataImport.map.longitude', { label });
}

/** Labels of properties, and messages for mapping errors. */
export function useMappingLabels() {
  const { t, i18n } = useTranslation();
  const columnName = useColumnName();
  const rowName = useMappingFieldLabel();
  const properties = useMemo(
    (): PropertyNames => ({
      title: t('field.title'),
      content: t('field.content'),
      post_date: t('dataImport.map.postDate'),
      author_realname: t('dataImport.map.author'),
      author_email: t('dataImport.map.authorEmail'),
    }),
    [t],
  );
  function formatMappingError(
    error: MappingError,
    rows: readonly MappingField[],
    columns: PreviewColumns,
  ): string {
    const formatNames = (targets: readonly string[]) =>
      new Intl.ListFormat(resolveFormatLocale(i18n.language), { type: 'conjunction' }).format(
        targets.map((target) => {
          const row = rows.find((row) => row.target === target);
          return row ? rowName(row) : t('field.status');
        }),
      );
    switch (error.rule) {
      case 'twice':
        return t('dataImport.fault.twice', {
          column: columnName(getHeadings(columns), error.column),
          fields: formatNames(error.targets),
        });
      case 'required':
        return t('dataImport.fault.required', { fields: formatNames(error.targets) });
      case 'place':
        return t('dataImport.fault.place', { fields: formatNames(error.targets) });
      case 'none':
        return t('dataImport.fault.none');
      case 'status':
        return t('dataImport.fault.status');
      default:
        return '';
    }
  }
  return { properties, formatError: formatMappingError };
}
