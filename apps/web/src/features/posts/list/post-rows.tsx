import type { Post } from '@waypost/contract/posts/posts';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupedVirtuoso, type GroupedVirtuosoHandle } from 'react-virtuoso';
import { PostCard } from '../../../blocks/post-card/post-card.tsx';
import { getPostDate, type PostDateField } from '../../../blocks/post-card/post-date.ts';
import { groupByDay } from '../../../ui/display/group-by-day.ts';
import type { PostSelection } from '../bulk/use-post-selection.ts';
import { findScrollPosition, rememberScrollPosition } from './list-scroll-positions.ts';
import classes from './post-rows.module.css';
import { useReturnFocusToRow } from './use-return-focus-to-row.ts';
import { useRowKeyboardNavigation } from './use-row-keyboard-navigation.ts';
import { useScrollToSelected } from './use-scroll-to-selected.ts';

interface Props {
  posts: readonly Post[];
  /** Identifies the list by its filters and sort order. */
  listKey: string;
  /** The date that the list is sorted by; null when it is not sorted by a date and has no days. */
  sortedBy: PostDateField | null;
  selected: number | undefined;
  withList: boolean;
  onEnd: () => void;
  /** The selected posts during bulk selection. */
  selection: PostSelection | null;
  /** Shown below the last card: loading state or error. */
  footer: ReactNode;
}

const SelectPostCheckbox = lazy(() => import('../bulk/select-post-checkbox.tsx'));

/** Declared outside of the list, so that its identity is stable across renders. */
const Footer = ({ context }: { context?: { footer: ReactNode } }) => (
  <div className={classes['footer']}>{context?.footer}</div>
);
const virtuosoComponents = { Footer };

/** Cards grouped by day with infinite scrolling and keyboard navigation. */
export function PostRows({ posts, listKey, sortedBy, selected, withList, onEnd, selection, footer }: Props) {
  const { i18n } = useTranslation();
  const list = useRef<GroupedVirtuosoHandle>(null);
  const { frame, focusRow } = useRowKeyboardNavigation(posts, selected, (index, onRendered) =>
    list.current?.scrollIntoView({ index, done: onRendered }),
  );
  useScrollToSelected(posts, selected, (index) => list.current?.scrollIntoView({ index }), focusRow);
  const [restoredPosition] = useState(() => findScrollPosition(listKey));
  useLayoutEffect(
    () => () => {
      // Not the card over the map, which returns the focus itself.
      const focusedId = Number(frame.ref.current?.querySelector(':focus')?.getAttribute('data-post'));
      list.current?.getState((snapshot) => rememberScrollPosition(listKey, snapshot, focusedId));
    },
    [listKey, frame.ref],
  );
  useReturnFocusToRow(frame.ref, restoredPosition?.openedId);
  const [now] = useState(() => new Date());
  const days = useMemo(
    () =>
      sortedBy
        ? groupByDay(
            posts.map((post) => ({ date: getPostDate(post, sortedBy), precision: post.date_precision })),
            now,
            i18n.language,
          )
        : [{ label: '', count: posts.length }],
    [posts, sortedBy, now, i18n.language],
  );
  const context = useMemo(() => ({ footer }), [footer]);
  const dayAt = (index: number) =>
    sortedBy ? (
      <h2 className={classes['day']}>{days[index]?.label}</h2>
    ) : (
      <div className={classes['noDay']} />
    );
  const rowAt = (index: number) => {
    const post = posts[index];
    return (
      post && (
        <div className={classes['item']} data-chosen={selection?.has(post.id) || undefined}>
          {selection && (
            <Suspense fallback={null}>
              <SelectPostCheckbox post={post} selection={selection} />
            </Suspense>
          )}
          <PostCard
            post={post}
            isSelected={post.id === selected}
            {...(sortedBy ? { sortedBy } : {})}
            keepsList={withList}
          />
        </div>
      )
    );
  };

  return (
    <div {...frame} className={classes['frame']} role="presentation">
      <GroupedVirtuoso
        ref={list}
        {...(restoredPosition ? { restoreStateFrom: restoredPosition.snapshot } : {})}
        className={classes['list'] ?? ''}
        groupCounts={days.map((day) => day.count)}
        groupContent={dayAt}
        itemContent={rowAt}
        endReached={onEnd}
        increaseViewportBy={{ top: 400, bottom: 800 }}
        context={context}
        components={virtuosoComponents}
      />
    </div>
  );
}
