import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getDefaultOrder } from '../../../blocks/post-search/post-query.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { useUpdatePostSearch } from '../filters/use-change-search.ts';
import { type Column, getInitialDirection, sortFields } from './columns.ts';
import classes from './table.module.css';
import { useColumnName } from './use-column-name.ts';

const ariaSortValues = { asc: 'ascending', desc: 'descending' } as const;

/** Header of a column: its name, with a sort button where the server can sort by it. */
export function ColumnHeader({ column }: { column: Column }) {
  const getColumnName = useColumnName();
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const change = useUpdatePostSearch();
  const orderBy = sortFields[column.id];
  const defaultOrder = getDefaultOrder(search);
  const isSorted = orderBy !== undefined && (search.orderby ?? defaultOrder) === orderBy;
  const order = search.order ?? 'desc';
  const name = getColumnName(column);
  const sort = () => {
    if (orderBy === undefined) return;
    const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : getInitialDirection(orderBy);
    change({
      orderby: orderBy === defaultOrder ? undefined : orderBy,
      order: next === 'asc' ? 'asc' : undefined,
    });
  };
  return (
    <th
      scope="col"
      className={column.id === 'title' ? classes['first'] : undefined}
      aria-sort={isSorted ? ariaSortValues[order] : undefined}
    >
      {orderBy === undefined ? (
        <span dir="auto" title={name}>
          {name}
        </span>
      ) : (
        <button
          type="button"
          className={classes['sort']}
          title={t('post.table.sortBy', { name })}
          onClick={sort}
        >
          {name}
          {isSorted && <Icon icon={order === 'asc' ? IconArrowUp : IconArrowDown} size={14} />}
        </button>
      )}
    </th>
  );
}
