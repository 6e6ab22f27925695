import { Link } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts/posts';
import { type ComponentProps, type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import SelectPostCheckbox from '../bulk/select-post-checkbox.tsx';
import type { PostSelection } from '../bulk/use-post-selection.ts';
import { useRowKeyboardNavigation } from '../list/use-row-keyboard-navigation.ts';
import { useScrollToSelected } from '../list/use-scroll-to-selected.ts';
import { ColumnHeader } from './column-header.tsx';
import { ColumnMenu } from './column-menu.tsx';
import type { Column } from './columns.ts';
import { PostCell } from './post-cell.tsx';
import classes from './table.module.css';
import { useColumns } from './use-columns.ts';

interface Props {
  posts: readonly Post[];
  selected: number | undefined;
  withList: boolean;
  /** The selected posts during bulk selection. */
  selection: PostSelection | null;
  onEnd: () => void;
  /** Shown below the last row: loading state or error. */
  footer: ReactNode;
}

interface TableContext {
  selected: number | undefined;
  selection: PostSelection | null;
}

const Table = ({ style, children }: ComponentProps<'table'>) => (
  <table className={classes['table']} style={style}>
    {children}
  </table>
);
const Row = ({ item, context, ...rest }: ComponentProps<'tr'> & { item: Post; context?: TableContext }) => (
  <tr
    {...rest}
    data-selected={item.id === context?.selected || undefined}
    data-chosen={context?.selection?.has(item.id) || undefined}
  />
);
/** Declared outside of the table, so that their identity is stable across renders. */
const virtuosoComponents = { Table, TableRow: Row };

const isTitle = (column: Column): column is Extract<Column, { id: 'title' }> => column.id === 'title';

/** Posts as a table: compact, sortable, with infinite scrolling and keyboard navigation like the list. */
export default function PostTable({ posts, selected, withList, selection, onEnd, footer }: Props) {
  const { t } = useTranslation();
  const { visibleColumns } = useColumns();
  const table = useRef<TableVirtuosoHandle>(null);
  const { frame, focusRow } = useRowKeyboardNavigation(posts, selected, (index, onRendered) =>
    table.current?.scrollIntoView({ index, done: onRendered }),
  );
  useScrollToSelected(posts, selected, (index) => table.current?.scrollIntoView({ index }), focusRow);
  const context = useMemo((): TableContext => ({ selected, selection }), [selected, selection]);
  const title = (post: Post) => (
    <th scope="row" className={classes['first']}>
      <span className={classes['title']}>
        {selection && <SelectPostCheckbox post={post} selection={selection} />}
        <Link
          to="/posts/$postId"
          params={{ postId: String(post.id) }}
          state={{ withList }}
          aria-current={post.id === selected ? 'true' : undefined}
          data-post={post.id}
          dir="auto"
        >
          {formatPostTitle(post, t)}
        </Link>
      </span>
    </th>
  );
  const renderHeaders = () => (
    <tr>
      {visibleColumns.map((column) => (
        <ColumnHeader key={column.id} column={column} />
      ))}
    </tr>
  );
  return (
    <div className={classes['frame']} {...frame} role="presentation">
      <div className={classes['tools']}>
        <ColumnMenu />
      </div>
      <TableVirtuoso
        ref={table}
        className={classes['scroller'] ?? ''}
        data={posts}
        context={context}
        components={virtuosoComponents}
        endReached={onEnd}
        increaseViewportBy={600}
        fixedHeaderContent={renderHeaders}
        itemContent={(_, post) =>
          visibleColumns.map((column) =>
            isTitle(column) ? (
              title(post)
            ) : (
              <td key={column.id}>
                <PostCell post={post} column={column} />
              </td>
            ),
          )
        }
      />
      {footer}
    </div>
  );
}
