import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Switch } from '@mantine/core';
import {
  answerSeparators,
  type CsvOptions,
  delimiters,
  encodings,
  type ImportPreview,
} from '@waypost/contract/imports/imports';
import { isDateSerial } from '@waypost/survey-logic/csv/parse-csv-date';
import { useTranslation } from 'react-i18next';
import { hasPermission, useAccount } from '../../api/session.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { ColumnSelect } from './column-select.tsx';
import classes from './data-import.module.css';

interface Props {
  options: CsvOptions;
  columns: ImportPreview['columns'];
  preview: ImportPreview;
  /** The file was no CSV: how its columns are separated is not asked. */
  isConverted: boolean;
  onChange: (change: Partial<CsvOptions>) => void;
  onFormatChange: (change: Partial<Pick<CsvOptions, 'encoding' | 'delimiter'>>) => void;
}

/** Translation keys of separators that cannot be part of a key or are invisible. */
const separatorKeys = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  '\n': 'line',
  '/': 'slash',
  ' ': 'space',
} as const;

const datePattern = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;

/** The first date in the rows that is written in a way, and how it is read. */
function findDate(
  { rows, maps_to }: ImportPreview,
  isWritten: (cell: string) => boolean,
): { cell: string; read: Date } | null {
  for (const { cells, read } of rows)
    for (const [at, text] of read.entries()) {
      const cell = cells[at]?.trim() ?? '';
      const isDate = maps_to[at] !== null && text !== null && datePattern.test(text);
      if (isDate && isWritten(cell))
        return { cell, read: new Date(`${text.replace(' ', 'T')}${text.includes(' ') ? '' : 'T00:00:00'}Z`) };
    }
  return null;
}

/** A date with day and month as numbers, to illustrate the date format. */
const findDateExample = (preview: ImportPreview) =>
  findDate(preview, (cell) => /^\d{1,2}\D\d{1,2}\D/.test(cell));

/** A date that has the order of day and month which the other dates do not have. */
const findOtherOrder = ({ rows }: ImportPreview): string | null =>
  rows.flatMap(({ errors }) => errors).find(({ code }) => code === 'csvDayFirst' || code === 'csvMonthFirst')
    ?.value ?? null;

/**
 * How the file is parsed: detected options that the user can change.
 * keys: dataImport.delimiter.* dataImport.encoding.* dataImport.separator.*
 */
export function CsvOptionsSection(props: Props) {
  const { options, columns, preview, isConverted, onChange, onFormatChange } = props;
  const { t, i18n } = useTranslation();
  const account = useAccount();
  const example = findDateExample(preview);
  const serial = findDate(preview, isDateSerial);
  const otherOrder = findOtherOrder(preview);
  const day = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return (
    <FormSection title={t('dataImport.reading.title')} lead={t('dataImport.reading.lead')}>
      <div className={classes['fields']}>
        <NativeSelect
          size="md"
          label={t('dataImport.reading.dates')}
          value={options.date_order}
          onChange={({ currentTarget }) =>
            onChange({ date_order: currentTarget.value === 'mdy' ? 'mdy' : 'dmy' })
          }
          data={[
            { value: 'dmy', label: t('dataImport.reading.dayFirst') },
            { value: 'mdy', label: t('dataImport.reading.monthFirst') },
          ]}
          inputWrapperOrder={['label', 'input', 'description']}
          description={
            (example || serial || otherOrder) && (
              <span
                data-open={preview.date_is_ambiguous || otherOrder !== null || undefined}
                className={classes['dates']}
              >
                {[
                  example &&
                    t('dataImport.reading.readAs', { cell: example.cell, date: day.format(example.read) }),
                  preview.date_is_ambiguous && t('dataImport.reading.ambiguous'),
                  serial &&
                    t('dataImport.reading.serial', { cell: serial.cell, date: day.format(serial.read) }),
                  otherOrder && t('dataImport.reading.otherOrder', { cell: otherOrder }),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </span>
            )
          }
        />
        <NativeSelect
          size="md"
          label={t('dataImport.reading.decimal')}
          value={options.decimal}
          onChange={({ currentTarget }) => onChange({ decimal: currentTarget.value === ',' ? ',' : '.' })}
          data={[
            { value: '.', label: t('dataImport.reading.point') },
            { value: ',', label: t('dataImport.reading.comma') },
          ]}
        />
        <NativeSelect
          size="md"
          label={t('dataImport.reading.separator')}
          value={options.separator}
          onChange={({ currentTarget: { value } }) =>
            onChange({ separator: answerSeparators.find((separator) => separator === value) ?? ',' })
          }
          data={answerSeparators.map((value) => ({
            value,
            label: t(`dataImport.separator.${separatorKeys[value]}`),
          }))}
        />
        {!isConverted && (
          <>
            <NativeSelect
              size="md"
              label={t('dataImport.reading.delimiter')}
              value={options.delimiter}
              onChange={({ currentTarget: { value } }) =>
                onFormatChange({ delimiter: delimiters.find((delimiter) => delimiter === value) ?? ',' })
              }
              data={delimiters.map((value) => ({
                value,
                label: t(`dataImport.delimiter.${separatorKeys[value]}`),
              }))}
            />
            <NativeSelect
              size="md"
              label={t('dataImport.reading.encoding')}
              value={options.encoding}
              onChange={({ currentTarget: { value } }) =>
                onFormatChange({ encoding: encodings.find((encoding) => encoding === value) ?? 'utf-8' })
              }
              data={encodings.map((value) => ({ value, label: t(`dataImport.encoding.${value}`) }))}
            />
          </>
        )}
        <ColumnSelect
          label={t('dataImport.reading.idColumn')}
          description={t('dataImport.reading.idColumnHint')}
          columns={columns}
          value={options.id_column}
          onChange={(id_column) => onChange({ id_column })}
        />
      </div>
      {hasPermission(account, 'Manage Settings') && (
        <Switch
          label={t('dataImport.reading.createTags')}
          description={t('dataImport.reading.createTagsHint')}
          checked={options.create_tags}
          onChange={({ currentTarget: { checked } }) => onChange({ create_tags: checked })}
        />
      )}
    </FormSection>
  );
}
