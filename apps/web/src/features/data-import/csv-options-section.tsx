import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, Switch } from '@mantine/core';
import {
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
import classes from './data-import.module.css';
import { separatorKeys } from './separator-keys.ts';
import { TimezoneSelect } from './timezone-select.tsx';
import type { CellOption } from './use-mapping.ts';

interface Props {
  options: Omit<CsvOptions, CellOption>;
  columns: ImportPreview['columns'];
  /** The file was no CSV: how its columns are separated is not asked. */
  isConverted: boolean;
  /** The file has characters that cannot be read. */
  hasDamage: boolean;
  onChange: (change: Partial<CsvOptions>) => void;
  onFormatChange: (change: Partial<Pick<CsvOptions, 'encoding' | 'delimiter'>>) => void;
}

/**
 * How the file is parsed: detected options that the user can change.
 * keys: dataImport.separator.* dataImport.reading.damagedRows.*
 */
export function CsvOptionsSection(props: Props) {
  const { options, columns, isConverted, hasDamage, onChange, onFormatChange } = props;
  const { t } = useTranslation();
  const account = useAccount();
  return (
    <FormSection title={t('dataImport.reading.title')} lead={t('dataImport.reading.lead')}>
      <div className={classes['fields']}>
        <TimezoneSelect
          label={t('dataImport.reading.timezone')}
          description={t('dataImport.reading.timezoneHint')}
          value={options.timezone ?? 'UTC'}
          onChange={(timezone) => onChange({ timezone })}
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
