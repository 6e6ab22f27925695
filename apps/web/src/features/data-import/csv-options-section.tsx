import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Switch } from '@mantine/core';
import {
  answerSeparators,
  type CsvOptions,
  damagedRowRules,
  delimiters,
  encodings,
} from '@waypost/contract/imports/csv-options';
import { type ImportPreview } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import { hasPermission, useAccount } from '../../api/session.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { ColumnSelect } from './column-select.tsx';
import { CoordinateOrderField } from './coordinate-order-field.tsx';
import classes from './data-import.module.css';
import { DateOrderField } from './date-order-field.tsx';
import { DecimalField } from './decimal-field.tsx';

interface Props {
  options: CsvOptions;
  columns: ImportPreview['columns'];
  preview: ImportPreview;
  /** The file was no CSV: how its columns are separated is not asked. */
  isConverted: boolean;
  /** The file has characters that cannot be read. */
  hasDamage: boolean;
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

/**
 * How the file is parsed: detected options that the user can change.
 * keys: dataImport.separator.* dataImport.reading.damagedRows.*
 */
export function CsvOptionsSection(props: Props) {
  const { options, columns, preview, isConverted, hasDamage, onChange, onFormatChange } = props;
  const { t } = useTranslation();
  const account = useAccount();
  return (
    <FormSection title={t('dataImport.reading.title')} lead={t('dataImport.reading.lead')}>
      <div className={classes['fields']}>
        <DateOrderField dateOrder={options.date_order} preview={preview} onChange={onChange} />
        <NativeSelect
          size="md"
          label={t('dataImport.reading.timezone')}
          inputWrapperOrder={['label', 'input', 'description']}
          description={t('dataImport.reading.timezoneHint')}
          value={options.timezone ?? 'UTC'}
          onChange={({ currentTarget }) => onChange({ timezone: currentTarget.value })}
          data={[...new Set(['UTC', options.timezone ?? 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
        />
        <CoordinateOrderField order={options.coordinate_order} preview={preview} onChange={onChange} />
        <DecimalField decimal={options.decimal} preview={preview} onChange={onChange} />
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
        {!isConverted && <FormatFields options={options} onFormatChange={onFormatChange} />}
        {hasDamage && (
          <NativeSelect
            size="md"
            label={t('dataImport.reading.damaged')}
            value={options.damaged}
            onChange={({ currentTarget }) =>
              onChange({ damaged: currentTarget.value === 'keep' ? 'keep' : 'reject' })
            }
            data={damagedRowRules.map((value) => ({
              value,
              label: t(`dataImport.reading.damagedRows.${value}`),
            }))}
          />
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

/** How the columns of a CSV file are separated, and its encoding. keys: dataImport.delimiter.* dataImport.encoding.* */
function FormatFields({ options, onFormatChange }: Pick<Props, 'options' | 'onFormatChange'>) {
  const { t } = useTranslation();
  return (
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
  );
}
