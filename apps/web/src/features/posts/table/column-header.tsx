/** Header of a column: its name, with a sort button where the server can sort by it. */
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

export function ColumnHeader({ column }: { column: Column }) {
  const nameOf = useColumnName();
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const change = useUpdatePostSearch();
  const by = sortFields[column.id];
  const usual = getDefaultOrder(search);
  const isSorted = by !== undefined && (search.orderby ?? usual) === by;
  const order = search.order ?? 'desc';
  const name = nameOf(column);
  const sort = () => {
    if (by === undefined) return;
    const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : getInitialDirection(by);
    change({ orderby: by === usual ? undefined : by, order: next === 'asc' ? 'asc' : undefined });
  };
  return (
    <th
      scope="col"
      className={column.id === 'title' ? classes['first'] : undefined}
      aria-sort={isSorted ? ariaSortValues[order] : undefined}
    >
      {by === undefined ? (
        <span dir="auto" className={classes['name']} title={name}>
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
