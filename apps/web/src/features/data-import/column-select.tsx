import { NativeSelect } from '@mantine/core';
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { columnLetters } from '@waypost/survey-logic/csv/column-mapping';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { getHeadings, useColumnName } from './use-mapping-labels.ts';

interface Props {
  label: string;
  description?: ReactNode;
  columns: ImportPreview['columns'];
  value: number | null;
  onChange: (column: number | null) => void;
  isRequired?: boolean;
  /** Columns that are not offered. */
  hiddenColumns?: readonly number[];
}

/** Select for a column or none. */
export function ColumnSelect(props: Props) {
  const { label, description, columns, value, onChange, isRequired = false, hiddenColumns = [] } = props;
  const { t } = useTranslation();
  const columnName = useColumnName();
  const headings = getHeadings(columns);
  const optionName = (at: number): string => {
    const { name = '', example } = columns[at] ?? {};
    if (name !== '' || !example) return columnName(headings, at);
    return t('dataImport.map.columnExample', { letters: columnLetters(at), example });
  };
  const emptyOption = { value: '', label: t('dataImport.map.leaveEmpty') };
  return (
    <NativeSelect
      size="md"
      label={<bdi>{label}</bdi>}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk={isRequired}
      required={isRequired}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget: { value: selected } }) =>
        onChange(selected === '' ? null : Number(selected))
      }
      data={[
        emptyOption,
        ...headings.flatMap((_, at) =>
          hiddenColumns.includes(at) ? [] : [{ value: String(at), label: optionName(at) }],
        ),
      ]}
    />
  );
}
