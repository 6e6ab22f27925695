/** The order of day and month in the dates of a file, with examples of how they are read. */
import { NativeSelect } from '@mantine/core';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { resolveSiteDateOrder } from '@waypost/survey-logic/csv/site-date-order';
import { isDateSerial } from '@waypost/survey-logic/csv/written-date';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './data-import.module.css';
import { findExample } from './find-example.ts';

const datePattern = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;

/** The first date in the rows that is written in a way, and how it is read. */
function findDate(
  preview: ImportPreview,
  isWritten: (cell: string) => boolean,
): { cell: string; read: Date } | null {
  const example = findExample(preview, ({ cell, read }) => datePattern.test(read) && isWritten(cell));
  if (!example) return null;
  const { cell, read } = example;
  return { cell, read: new Date(`${read.replace(' ', 'T')}${read.includes(' ') ? '' : 'T00:00:00'}Z`) };
}

/** A date with day and month as numbers, to illustrate the date format. */
const findDateExample = (preview: ImportPreview) =>
  findDate(preview, (cell) => /^\d{1,2}\D\d{1,2}\D/.test(cell));

/** A date that has the order of day and month which the other dates do not have. */
const findOtherOrder = ({ rows }: ImportPreview): string | null =>
  rows.flatMap(({ errors }) => errors).find(({ code }) => code === 'csvDayFirst' || code === 'csvMonthFirst')
    ?.value ?? null;

interface Props {
  dateOrder: CsvOptions['date_order'];
  preview: ImportPreview;
  onChange: (change: Pick<CsvOptions, 'date_order'>) => void;
}

/** The field. */
export function DateOrderField({ dateOrder, preview, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const { site } = useConfig();
  const isUsualOrder = dateOrder === resolveSiteDateOrder(site);
  const example = findDateExample(preview);
  const serial = findDate(preview, isDateSerial);
  const otherOrder = findOtherOrder(preview);
  const day = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const notes = [
    example && t('dataImport.reading.readAs', { cell: example.cell, date: day.format(example.read) }),
    preview.date_is_ambiguous &&
      t(isUsualOrder ? 'dataImport.reading.usualOrder' : 'dataImport.reading.ambiguous'),
    serial && t('dataImport.reading.serial', { cell: serial.cell, date: day.format(serial.read) }),
    otherOrder && t('dataImport.reading.otherOrder', { cell: otherOrder }),
  ].filter(Boolean);
  return (
    <NativeSelect
      size="md"
      label={t('dataImport.reading.dates')}
      value={dateOrder}
      onChange={({ currentTarget }) =>
        onChange({ date_order: currentTarget.value === 'mdy' ? 'mdy' : 'dmy' })
      }
      data={[
        { value: 'dmy', label: t('dataImport.reading.dayFirst') },
        { value: 'mdy', label: t('dataImport.reading.monthFirst') },
      ]}
      inputWrapperOrder={['label', 'input', 'description']}
      description={
        notes.length > 0 && (
          <span
            data-open={preview.date_is_ambiguous || otherOrder !== null || undefined}
            className={classes['dates']}
          >
            {notes.join(' ')}
          </span>
        )
      }
    />
  );
}
