/** A post in a few lines, to tell it from another one. keys: post.status.* */

import type { Post } from '@waypost/contract/posts/posts';
import { splitPostText } from '@waypost/survey-logic/post-display';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { formatPostTitle } from '../post-card/post-title.ts';
import classes from './post-merge.module.css';

/** The fields that are shown. */
export type SummarizedPost = Pick<Post, 'id' | 'title' | 'status' | 'post_date'> &
  Partial<Pick<Post, 'content' | 'date_precision' | 'merging'>>;

interface Props {
  post: SummarizedPost;
  /** For people who see only published posts. */
  hidesStatus?: boolean;
}

/** Renders title, number, status, time, how many posts are merged into it, and the beginning of the text. */
export function MergeSummary({ post, hidesStatus = false }: Props) {
  const { t } = useTranslation();
  const mergedCount = post.merging?.merged_count ?? 0;
  const { text } = splitPostText({ title: post.title, content: post.content ?? null });
  return (
    <span className={classes['summary']}>
      <span className={classes['name']} dir="auto">
        {formatPostTitle(post, t)}
      </span>
      <span className={classes['meta']}>
        <bdi>{`#${post.id}`}</bdi> · {!hidesStatus && `${t(`post.status.${post.status}`)} · `}
        <RelativeTime date={post.post_date} precision={post.date_precision} />
        {mergedCount > 0 && ` · ${t('post.merged', { count: mergedCount })}`}
      </span>
      {text && (
        <span className={classes['excerpt']} dir="auto">
          {text}
        </span>
      )}
    </span>
  );
}
