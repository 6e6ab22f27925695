/** Which of two coordinates in one column comes first, with an example of how they are read. */
import { NativeSelect } from '@mantine/core';
import { type CsvOptions, coordinateOrders } from '@waypost/contract/imports/csv-options';
import { type ImportPreview } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import classes from './data-import.module.css';
import { findExample } from './find-example.ts';

interface Props {
  order: CsvOptions['coordinate_order'];
  preview: ImportPreview;
  onChange: (change: Pick<CsvOptions, 'coordinate_order'>) => void;
}

/** The field; nothing if no column holds both coordinates of a place. keys: dataImport.reading.coordinateOrder.* */
export function CoordinateOrderField({ order, preview, onChange }: Props) {
  const { t } = useTranslation();
  const example = findExample(preview, ({ read }) => /^-?\d[\d.]*, -?\d[\d.]*$/.test(read));
  if (!example) return null;
  const [latitude, longitude] = example.read.split(', ');
  // Two numbers change their places in a sentence from right to left, and their order is what is asked.
  const cell = `\u2066${example.cell}\u2069`;
  const isAmbiguous = preview.coordinate_order_is_ambiguous === true;
  return (
    <NativeSelect
      size="md"
      label={t('dataImport.reading.coordinates')}
      value={order}
      onChange={({ currentTarget: { value } }) =>
        onChange({ coordinate_order: coordinateOrders.find((it) => it === value) ?? 'lat_lon' })
      }
      data={coordinateOrders.map((value) => ({
        value,
        label: t(`dataImport.reading.coordinateOrder.${value}`),
      }))}
      inputWrapperOrder={['label', 'input', 'description']}
      description={
        <span data-open={isAmbiguous || undefined} className={classes['dates']}>
          {t('dataImport.reading.placeReadAs', { cell, latitude, longitude })}
          {isAmbiguous && ` ${t('dataImport.reading.ambiguousOrder')}`}
        </span>
      }
    />
  );
}
