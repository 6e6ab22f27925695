import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { formatErrorMessage, formatErrorMessages } from '../../../api/error-text.ts';
import { useIsLoginRequired } from '../../../api/session.ts';
import { EmbedBadge } from '../../../blocks/embed/embed-badge.tsx';
import { useEmbeddedSearch } from '../../../blocks/embed/use-embedded-search.ts';
import { PostCard } from '../../../blocks/post-card/post-card.tsx';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { usePageTitle } from '../../../ui/layout/screen-title.tsx';
import classes from './embedded-list.module.css';
import { usePosts } from './use-posts.ts';

/** The embedded list for other sites (`/list/noui`): its cards open posts in a new tab, and a link names the deployment. */
export function EmbeddedList({ search }: { search: PostSearch }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const isLoginRequired = useIsLoginRequired();
  usePageTitle(t('post.list.title'));
  return (
    <main className={classes['embed']}>
      <h1 className={classes['title']}>{t('embed.list', { name: site.name || 'Waypost' })}</h1>
      <div className={classes['head']}>
        <EmbedBadge view="/views/data" search={search} />
      </div>
      {isLoginRequired ? (
        <p className={classes['message']}>{t('embed.private')}</p>
      ) : (
        <SharedPosts search={search} />
      )}
    </main>
  );
}

function SharedPosts({ search }: { search: PostSearch }) {
  const { search: embeddedSearch, error } = useEmbeddedSearch(search);
  if (error)
    return (
      <p className={classes['message']} role="alert">
        {formatErrorMessage(error)}
      </p>
    );
  return embeddedSearch ? <SharedPostList search={embeddedSearch} /> : <ListSkeleton rows={4} height={112} />;
}

function SharedPostList({ search }: { search: PostSearch }) {
  const { t } = useTranslation();
  const { posts, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    usePosts(search);
  if (isPending) return <ListSkeleton rows={4} height={112} />;
  if (error && posts.length === 0)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (posts.length === 0) return <EmptyState title={t('post.list.none.title')} />;
  return (
    <>
      <ul className={classes['posts']}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} opensWindow />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="default"
          size="md"
          className={classes['more'] ?? ''}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('embed.more')}
        </Button>
      )}
    </>
  );
}
