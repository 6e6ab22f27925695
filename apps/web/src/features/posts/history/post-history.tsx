import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listRevisions } from '@waypost/contract/posts/post-revisions';
import { readPost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { findNextOffset } from '../../../api/next-offset.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { buildCallKey } from '../../../api/query-keys.ts';
import { EmptyState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { BackLink } from '../../../ui/navigation/back-link.tsx';
import { PostLoadError } from '../detail/post-load-error.tsx';
import { useFullSurvey } from '../use-full-survey.ts';
import classes from './history.module.css';
import { HistoryEntry } from './history-entry.tsx';
import './history-labels.ts';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { usePostLinkState } from '../use-post-link-state.ts';

const pageSize = 20;

/** The revisions of a post, newest first, with a button to restore each (Manage Posts). */
export function PostHistory({ postId }: { postId: number }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const state = usePostLinkState();
  const params = { id: postId };
  const { data: post, error: loadError, refetch } = useQuery(buildEndpointQuery(readPost, { params }));
  const survey = useFullSurvey(post?.form?.id ?? null);
  const pages = useInfiniteQuery({
    queryKey: [...buildCallKey(listRevisions, { params }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listRevisions, { params, query: { limit: pageSize, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: findNextOffset,
  });
  const revisions = pages.data?.pages.flatMap((page) => page.results) ?? [];
  const latest = revisions[0]?.id;
  const error = loadError ?? (revisions.length === 0 ? pages.error : null);
  const header = (
    <header className={classes['head']}>
      <div className={classes['back']}>
        <BackLink to="/posts/$postId" params={{ postId: String(postId) }} state={state}>
          {t('post.history.toPost')}
        </BackLink>
      </div>
      <ScreenTitle title={t('post.history.title')} />
      {post && (
        <p className={classes['postTitle']} dir="auto">
          {formatPostTitle(post, t)}
        </p>
      )}
    </header>
  );
  return (
    <Panel header={header}>
      {error && (
        <PostLoadError error={error} onRetry={() => void (loadError ? refetch() : pages.refetch())} />
      )}
      {!error && pages.isPending && <ListSkeleton rows={4} height={72} />}
      {pages.isSuccess && revisions.length === 0 && (
        <EmptyState title={t('post.history.none')}>{t('post.history.noneText')}</EmptyState>
      )}
      <ol className={classes['entries']}>
        {revisions.map((revision) => (
          <HistoryEntry
            key={revision.id}
            revision={revision}
            isLatest={revision.id === latest}
            fullSurvey={survey.data}
          />
        ))}
      </ol>
      {pages.hasNextPage && (
        <div className={classes['more']}>
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('post.history.more')}
          </Button>
          {pages.isFetchNextPageError && <p role="alert">{formatErrorMessages(pages.error)[0]}</p>}
        </div>
      )}
    </Panel>
  );
}
