/** The head of a column: its name, and where the server can, sorting by it. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usualOrder } from '../../../blocks/post-search/default-query.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useChangeSearch } from '../filters/use-change-search.ts';
import { type Column, firstOrder, sorts } from './columns.ts';
import classes from './table.module.css';
import { useColumnName } from './use-column-name.ts';

const ariaOf = { asc: 'ascending', desc: 'descending' } as const;

export function ColumnHead({ column }: { column: Column }) {
  const nameOf = useColumnName();
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const change = useChangeSearch();
  const by = sorts[column.id];
  const usual = usualOrder(search);
  const isSorted = by !== undefined && (search.orderby ?? usual) === by;
  const order = search.order ?? 'desc';
  const name = nameOf(column);
  const sort = () => {
    if (by === undefined) return;
    const next = isSorted ? (order === 'asc' ? 'desc' : 'asc') : firstOrder(by);
    change({ orderby: by === usual ? undefined : by, order: next === 'asc' ? 'asc' : undefined });
  };
  return (
    <th
      scope="col"
      className={column.id === 'title' ? classes['first'] : undefined}
      aria-sort={isSorted ? ariaOf[order] : undefined}
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
          {isSorted && <Icon of={order === 'asc' ? IconArrowUp : IconArrowDown} size={14} />}
        </button>
      )}
    </th>
  );
}
