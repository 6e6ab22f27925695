/** How the cells of a field are read: why its column was guessed, examples, and what can be chosen. */
import { Button, NativeSelect } from '@mantine/core';
import {
  answerSeparators,
  type ColumnOption,
  type ColumnOptions,
  type CsvOptions,
  coordinateOrders,
  dateOrders,
} from '@waypost/contract/imports/csv-options';
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './data-import.module.css';
import { separatorKeys } from './separator-keys.ts';
import { TimezoneSelect } from './timezone-select.tsx';

type PreviewColumn = ImportPreview['columns'][number];
type Example = NonNullable<PreviewColumn['examples']>[number];

const datePattern = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
const numberPattern = /^-?\d{1,15}(?:\.\d+)?$/;
const placePattern = /^(-?\d[\d.]*), (-?\d[\d.]*)$/;

/** A sentence about how a cell is read. */
function useExampleText(column: PreviewColumn) {
  const { t, i18n } = useTranslation();
  const locale = resolveFormatLocale(i18n.language);
  const canBe = (option: ColumnOption) => column.choices?.includes(option) === true;
  const formatDate = (read: string) =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      ...(read.includes(' ') ? { timeStyle: 'short' } : {}),
      timeZone: 'UTC',
    }).format(new Date(`${read.replace(' ', 'T')}${read.includes(' ') ? '' : 'T00:00:00'}Z`));
  return ({ cell, read }: Example): string => {
    const [, latitude, longitude] = placePattern.exec(read) ?? [];
    // Two numbers change their places in a sentence from right to left, and their order is what is asked.
    if (latitude !== undefined)
      return t('dataImport.reading.placeReadAs', { cell: `\u2066${cell}\u2069`, latitude, longitude });
    const value = datePattern.test(read)
      ? formatDate(read)
      : canBe('decimal') && numberPattern.test(read)
        ? new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(Number(read))
        : read;
    return t('dataImport.reading.readAs', { cell, date: value });
  };
}

/** Why the column was guessed, how many of its cells can be read, and examples. keys: dataImport.map.reason.* */
export function ColumnDescription({ column }: { column: PreviewColumn }) {
  const { t } = useTranslation();
  const exampleText = useExampleText(column);
  const { reason, readable, examples = [], choices = [] } = column;
  const [first] = examples;
  const isReadAsWritten =
    examples.every(({ cell, read }) => cell === read) && choices.every((option) => option === 'separator');
  return (
    <>
      {reason && <span className={classes['line']}>{t(`dataImport.map.reason.${reason}`)}</span>}
      {readable && readable.of > 0 && (
        <span className={classes['line']} data-open={readable.count < readable.of || undefined}>
          {t('dataImport.map.readable', readable)}
        </span>
      )}
      {isReadAsWritten
        ? first && (
            <span className={classes['line']}>
              {t('dataImport.map.example')} <bdi>{first.read}</bdi>
            </span>
          )
        : examples.map((example) => (
            <span key={example.cell} className={classes['line']}>
              {exampleText(example)}
            </span>
          ))}
    </>
  );
}

interface ColumnOptionsProps {
  /** Name of the field. */
  label: string;
  column: PreviewColumn;
  /** The options that were chosen for the column. */
  chosen: ColumnOptions;
  /** Those that hold otherwise: of the column, and of the file. */
  guessed: readonly [ColumnOptions | undefined, CsvOptions];
  onChange: (change: ColumnOptions) => void;
}

/**
 * A select for each option that changes how the cells of a field are read.
 * keys: dataImport.reading.coordinateOrder.* dataImport.separator.*
 */
export function ColumnOptionFields({ label, column, chosen, guessed, onChange }: ColumnOptionsProps) {
  const { t } = useTranslation();
  const [ofColumn, ofFile] = guessed;
  const [isZoneOpen, setZoneOpen] = useState(false);
  const { choices = [], ambiguous = false } = column;
  const settings = {
    date_order: {
      name: t('dataImport.reading.dates'),
      data: [
        { value: dateOrders[0], label: t('dataImport.reading.dayFirst') },
        { value: dateOrders[1], label: t('dataImport.reading.monthFirst') },
      ],
    },
    decimal: {
      name: t('dataImport.reading.decimal'),
      data: [
        { value: '.', label: t('dataImport.reading.point') },
        { value: ',', label: t('dataImport.reading.comma') },
      ],
    },
    coordinate_order: {
      name: t('dataImport.reading.coordinates'),
      data: coordinateOrders.map((value) => ({
        value,
        label: t(`dataImport.reading.coordinateOrder.${value}`),
      })),
    },
    separator: {
      name: t('dataImport.reading.separator'),
      data: answerSeparators.map((value) => ({
        value,
        label: t(`dataImport.separator.${separatorKeys[value]}`),
      })),
    },
  };
  const optionLabel = (name: string) => t('dataImport.map.optionOf', { field: label, option: name });
  const canChooseZone = choices.includes('timezone');
  return (
    <>
      {choices.map((option) =>
        option === 'timezone' ? null : (
          <NativeSelect
            key={option}
            size="sm"
            label={<bdi>{optionLabel(settings[option].name)}</bdi>}
            inputWrapperOrder={['label', 'input', 'description']}
            description={
              ambiguous &&
              option !== 'separator' && (
                <span data-open className={classes['line']}>
                  {t('dataImport.map.ambiguous')}
                </span>
              )
            }
            value={chosen[option] ?? ofColumn?.[option] ?? ofFile[option]}
            onChange={({ currentTarget: { value } }) => onChange({ [option]: value })}
            data={settings[option].data}
          />
        ),
      )}
      {canChooseZone &&
        (isZoneOpen || chosen.timezone !== undefined ? (
          <TimezoneSelect
            label={<bdi>{optionLabel(t('dataImport.reading.timezone'))}</bdi>}
            value={chosen.timezone ?? ''}
            firstOption={{ value: '', label: t('dataImport.map.zoneOfFile') }}
            onChange={(timezone) => onChange({ timezone: timezone || undefined })}
          />
        ) : (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            aria-label={optionLabel(t('dataImport.map.otherZone'))}
            onClick={() => setZoneOpen(true)}
          >
            {t('dataImport.map.otherZone')}
          </Button>
        ))}
    </>
  );
}
