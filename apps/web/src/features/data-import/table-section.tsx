/** Which part of the file is the table. */
import { NativeSelect } from '@mantine/core';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { ImportPreview, ImportSource } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/form-section.tsx';
import classes from './data-import.module.css';

interface Props {
  source: ImportSource | null;
  preview: ImportPreview;
  /** What was chosen, which the preview may not yet have. */
  format: Partial<CsvOptions>;
  onFormatChange: (change: Partial<CsvOptions>) => void;
}

/** The sheet, and the row that names the columns. Another one makes other columns, which are guessed again. */
export function TableSection({ source, preview, format, onFormatChange }: Props) {
  const { t } = useTranslation();
  const heading_row = format.heading_row ?? preview.options.heading_row;
  const { first_rows = [] } = preview;
  const sheets = source?.sheets ?? (source?.sheet == null ? [] : [source.sheet]);
  const unreadSheets = (source?.other_sheets ?? 0) + 1 - sheets.length;
  const sheet = format.sheet ?? preview.options.sheet;
  const rows = first_rows.map(({ line, cells }) => ({
    value: String(line),
    // Each cell has its own direction of writing.
    label: t('dataImport.table.row', { line, cells: cells.map((cell) => `\u2068${cell}\u2069`).join(' · ') }),
  }));
  return (
    <FormSection title={t('dataImport.table.title')}>
      <div className={classes['section']}>
        {sheets.length > 0 && (
          <NativeSelect
            size="md"
            label={t('dataImport.table.sheet')}
            inputWrapperOrder={['label', 'input', 'description']}
            description={unreadSheets > 0 && t('dataImport.table.unreadSheets', { count: unreadSheets })}
            value={String(sheet)}
            onChange={({ currentTarget: { value } }) => onFormatChange({ sheet: Number(value) })}
            data={sheets.map((label, at) => ({ value: String(at), label }))}
          />
        )}
        <NativeSelect
          size="md"
          label={t('dataImport.table.headingRow')}
          inputWrapperOrder={['label', 'input', 'description']}
          description={t('dataImport.table.headingRowHint')}
          value={String(heading_row)}
          onChange={({ currentTarget: { value } }) => onFormatChange({ heading_row: Number(value) })}
          data={[...rows, { value: '0', label: t('dataImport.table.noHeadings') }]}
        />
      </div>
    </FormSection>
  );
}
