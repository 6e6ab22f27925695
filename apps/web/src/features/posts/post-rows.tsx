/** Cards under their days, endless, moved through with the arrow keys. */
import type { Post } from '@waypost/contract/posts';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupedVirtuoso, type GroupedVirtuosoHandle } from 'react-virtuoso';
import { PostCard } from '../../blocks/post-card/post-card.tsx';
import { groupByDay } from './group-by-day.ts';
import classes from './post-rows.module.css';

interface Props {
  posts: readonly Post[];
  /** The date that the list is ordered by. */
  dateOf: (post: Post) => string;
  selected: number | undefined;
  withList: boolean;
  onEnd: () => void;
  /** Below the last card: what is loading, what failed. */
  footer: ReactNode;
}

/** Outside the list, so that it is the same component through every render. */
const Footer = ({ context }: { context?: { footer: ReactNode } }) => (
  <div className={classes['footer']}>{context?.footer}</div>
);
const parts = { Footer };

/** Steps of the keys; J and K as reviewers know them from their mail. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

export function PostRows({ posts, dateOf, selected, withList, onEnd, footer }: Props) {
  const { i18n } = useTranslation();
  const list = useRef<GroupedVirtuosoHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [now] = useState(() => new Date());
  const days = useMemo(
    () => groupByDay(posts.map(dateOf), now, i18n.language),
    [posts, dateOf, now, i18n.language],
  );
  const context = useMemo(() => ({ footer }), [footer]);
  const dayAt = (index: number) => <h2 className={classes['day']}>{days[index]?.label}</h2>;
  const rowAt = (index: number) => {
    const post = posts[index];
    return (
      post && (
        <div className={classes['item']}>
          <PostCard post={post} isSelected={post.id === selected} withList={withList} />
        </div>
      )
    );
  };

  const focusCard = (index: number) => {
    const id = posts[index]?.id;
    frame.current?.querySelector<HTMLElement>(`[data-post="${id}"]`)?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = Number((event.target as HTMLElement).dataset['post']);
    const from = posts.findIndex((it) => it.id === (focused || selected));
    const to = Math.min(posts.length - 1, Math.max(0, from + step));
    event.preventDefault();
    list.current?.scrollIntoView({ index: to, done: () => focusCard(to) });
  };

  return (
    <div ref={frame} className={classes['frame']} onKeyDown={onKeyDown} role="presentation">
      <GroupedVirtuoso
        ref={list}
        className={classes['list'] ?? ''}
        groupCounts={days.map((it) => it.count)}
        groupContent={dayAt}
        itemContent={rowAt}
        endReached={onEnd}
        increaseViewportBy={{ top: 400, bottom: 800 }}
        context={context}
        components={parts}
      />
    </div>
  );
}
