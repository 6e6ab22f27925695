/** The decimal separator in the numbers of a file, with an example where a number can be read in two ways. */
import { NativeSelect } from '@mantine/core';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import classes from './data-import.module.css';
import { findExample } from './find-example.ts';

interface Props {
  decimal: CsvOptions['decimal'];
  preview: ImportPreview;
  onChange: (change: Pick<CsvOptions, 'decimal'>) => void;
}

/** The field. */
export function DecimalField({ decimal, preview, onChange }: Props) {
  const { t } = useTranslation();
  const example = findExample(
    preview,
    ({ cell }, at) =>
      preview.columns[at]?.kind === 'number' &&
      !/\.(?:lat|lon)$/.test(preview.maps_to[at] ?? '') &&
      /^[+-]?\d{1,3}[.,]\d{3}$/.test(cell),
  );
  return (
    <NativeSelect
      size="md"
      label={t('dataImport.reading.decimal')}
      value={decimal}
      onChange={({ currentTarget }) => onChange({ decimal: currentTarget.value === ',' ? ',' : '.' })}
      data={[
        { value: '.', label: t('dataImport.reading.point') },
        { value: ',', label: t('dataImport.reading.comma') },
      ]}
      inputWrapperOrder={['label', 'input', 'description']}
      description={
        example &&
        preview.decimal_is_ambiguous && (
          <span data-open className={classes['dates']}>
            {t('dataImport.reading.ambiguousDecimal', { cell: example.cell, number: example.read })}
          </span>
        )
      }
    />
  );
}
