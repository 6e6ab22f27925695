/** A post on the review screen: its title and its content. The tasks are answered beside it. */
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readPostConsent } from '@waypost/contract/posts/post-consent';
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { getTextLanguage } from '../../../blocks/post-card/text-language.ts';
import { PostContent } from './post-content.tsx';
import classes from './post-detail.module.css';

const ConsentPanel = lazy(() => import('../../../blocks/consent/consent-panel.tsx'));

/** Renders the post. */
export function PostReport({ post }: { post: Post }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...buildEndpointQuery(readPostConsent, { params: { id: post.id } }, { ignoresRefusal: true }),
    enabled: post.form !== null,
  });
  /** Comes before the report that cannot be published. */
  const isRefused = data?.refused.some(({ use }) => use === 'publish') ?? false;
  const consent = post.form && (
    <Suspense>
      <ConsentPanel postId={post.id} />
    </Suspense>
  );
  return (
    <article className={classes['article']}>
      <Title order={2} size="h3" dir="auto" lang={getTextLanguage(post)} translate="yes">
        {formatPostTitle(post, t)}
      </Title>
      {isRefused && consent}
      <PostContent post={post} hidesTasks />
      {!isRefused && consent}
    </article>
  );
}
