import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { CheckboxGroup } from '../filters/checkbox-group.tsx';
import { useUpdatePostSearch } from '../filters/use-change-search.ts';
import { getSelectedColumnIds, toggleColumn } from './columns.ts';
import classes from './table.module.css';
import { useColumnName } from './use-column-name.ts';
import { useColumns } from './use-columns.ts';

/** Menu to select the columns of the table. */
export function ColumnMenu() {
  const { t } = useTranslation();
  const getColumnName = useColumnName();
  const search = useSearch({ from: '/_map' });
  const change = useUpdatePostSearch();
  const { availableColumns } = useColumns();
  const selectedIds = getSelectedColumnIds(search);
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<Icon icon={IconColumns3} size={16} />}>
          {t('post.table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('post.table.columns')} className={classes['menu'] ?? ''}>
        <CheckboxGroup
          options={availableColumns.map((column) => ({ value: column.id, label: getColumnName(column) }))}
          selectedValues={selectedIds}
          onChange={(next) => {
            const id = [...next, ...selectedIds].find(
              (columnId) => next.includes(columnId) !== selectedIds.includes(columnId),
            );
            if (id) change({ columns: toggleColumn(search, id, next.includes(id)) });
          }}
        />
        {search.form?.length !== 1 && <p className={classes['hint']}>{t('post.table.fieldsHint')}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}
