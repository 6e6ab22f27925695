/** Who changed what of a post, the latest first, and the way back to how it was (Manage Posts). */
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listRevisions } from '@waypost/contract/post-revisions';
import { readPost } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { forCall } from '../../api/query-keys.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { useLoadedWords } from '../../ui/i18n.ts';
import { Panel } from '../../ui/panel.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { EmptyState, LoadingList } from '../../ui/states.tsx';
import { DetailMissing } from './detail-missing.tsx';
import classes from './history.module.css';
import { HistoryEntry } from './history-entry.tsx';
import { useSurvey } from './use-survey.ts';
import './history-words.ts';
import { useWithList } from './use-with-list.ts';

const size = 20;

export function PostHistory({ postId }: { postId: number }) {
  useLoadedWords();
  const { t } = useTranslation();
  const state = useWithList();
  const params = { id: postId };
  const { data: post, error: missing, refetch } = useQuery(read(readPost, { params }, { quiet: true }));
  const survey = useSurvey(post?.form?.id ?? null);
  const pages = useInfiniteQuery({
    queryKey: [...forCall(listRevisions, { params }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listRevisions, { params, query: { limit: size, offset: pageParam } }, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const got = all.reduce((sum, it) => sum + it.results.length, 0);
      return last.results.length > 0 && got < last.total_count ? got : undefined;
    },
  });
  const revisions = pages.data?.pages.flatMap((it) => it.results) ?? [];
  const latest = revisions[0]?.id;
  const error = missing ?? (revisions.length === 0 ? pages.error : null);
  const head = (
    <header className={classes['head']}>
      <div className={classes['back']}>
        <BackLink to="/posts/$postId" params={{ postId: String(postId) }} state={state}>
          {t('post.history.toPost')}
        </BackLink>
      </div>
      <ScreenTitle title={t('post.history.title')} />
      {post && (
        <p className={classes['of']} dir="auto">
          {post.title || t('post.untitled')}
        </p>
      )}
    </header>
  );
  return (
    <Panel head={head}>
      {error && <DetailMissing error={error} onRetry={() => void (missing ? refetch() : pages.refetch())} />}
      {!error && pages.isPending && <LoadingList rows={4} height={72} />}
      {pages.isSuccess && revisions.length === 0 && (
        <EmptyState title={t('post.history.none')}>{t('post.history.noneText')}</EmptyState>
      )}
      <ol className={classes['entries']}>
        {revisions.map((revision) => (
          <HistoryEntry
            key={revision.id}
            revision={revision}
            isLatest={revision.id === latest}
            whole={survey.data}
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
          {pages.isFetchNextPageError && <p role="alert">{problemTexts(pages.error)[0]}</p>}
        </div>
      )}
    </Panel>
  );
}
