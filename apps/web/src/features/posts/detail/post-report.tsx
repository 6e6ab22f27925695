/** A post on the review screen: its title and its content. The tasks are answered beside it. */
import { Title } from '@mantine/core';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { PostContent } from './post-content.tsx';
import classes from './post-detail.module.css';

/** Renders the post. */
export function PostReport({ post }: { post: Post }) {
  const { t } = useTranslation();
  return (
    <article className={classes['article']}>
      <Title order={2} size="h3" dir="auto">
        {formatPostTitle(post, t)}
      </Title>
      <PostContent post={post} hidesTasks />
    </article>
  );
}
