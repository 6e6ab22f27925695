import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './list-detail-layout.module.css';
import type { ListHeaderSlots } from './list-header.tsx';
import { PostList } from './post-list.tsx';

interface Props extends ListHeaderSlots {
  /** The open post; undefined on the list page. */
  selected: number | undefined;
  /** Whether the list is shown: a post opened from the map is shown alone. */
  withList: boolean;
  children: ReactNode;
}

/** The list and the open post: side by side where there is room, otherwise one at a time. */
export function ListDetailLayout({ selected, withList, children, ...extras }: Props) {
  const isTable = useSearch({ from: '/_map' }).view === 'table';
  if (!withList) return children;
  return (
    <div className={classes['frame']}>
      <div
        className={classes['screens']}
        data-open={selected === undefined ? undefined : true}
        data-table={isTable || undefined}
      >
        <div className={classes['list']}>
          <PostList selected={selected} withList {...extras} />
        </div>
        <div className={classes['detail']}>{children}</div>
      </div>
    </div>
  );
}
