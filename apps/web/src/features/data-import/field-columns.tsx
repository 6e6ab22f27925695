/** The columns that fill a field: one, or several that are joined. */
import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { ColumnSelect } from './column-select.tsx';
import type { MappingField } from './mapping-fields.ts';
import { useMappingFieldLabel } from './use-mapping-labels.ts';

interface Props {
  field: MappingField;
  columns: ImportPreview['columns'];
  /** Indices of the chosen columns. */
  selected: readonly number[];
  onChange: (selected: readonly number[]) => void;
  description: ReactNode;
  /** The options of the columns. */
  children?: ReactNode;
}

/** A select for each column of a field, and a button for one more where columns can be joined. */
export function FieldColumns({ field, columns, selected, onChange, description, children }: Props) {
  const { t } = useTranslation();
  const fieldLabel = useMappingFieldLabel()(field);
  const list = useRef<HTMLDivElement>(null);
  const [isAdding, setAdding] = useState(false);
  const hasEmptySelect = selected.length === 0 || isAdding;
  const values = hasEmptySelect ? [...selected, null] : selected;
  const focusLastSelect = () => [...(list.current?.querySelectorAll('select') ?? [])].at(-1)?.focus();
  const select = (at: number, column: number | null) => {
    flushSync(() => {
      setAdding(isAdding && at < selected.length);
      onChange(column === null ? selected.toSpliced(at, 1) : selected.toSpliced(at, 1, column));
    });
    if (column === null) focusLastSelect();
  };
  const add = () => {
    flushSync(() => setAdding(true));
    focusLastSelect();
  };
  return (
    <Stack ref={list} gap="xs">
      {values.map((value, at) => (
        <ColumnSelect
          // oxlint-disable-next-line react/no-array-index-key -- The position is the identity: the focus stays on it.
          key={at}
          label={
            at === 0 ? fieldLabel : t('dataImport.map.furtherColumn', { label: fieldLabel, number: at + 1 })
          }
          columns={columns}
          hiddenColumns={selected.filter((column) => column !== value)}
          value={value}
          onChange={(column) => select(at, column)}
          isRequired={field.isRequired && at === 0}
          description={at === 0 ? description : undefined}
        />
      ))}
      {children}
      {!hasEmptySelect && selected.length < field.maxColumns && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<Icon icon={IconPlus} size={16} />}
          aria-label={t('dataImport.map.addColumnTo', { label: fieldLabel })}
          onClick={add}
        >
          {t('dataImport.map.addColumn')}
        </Button>
      )}
    </Stack>
  );
}
