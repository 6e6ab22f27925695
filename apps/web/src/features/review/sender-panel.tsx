/** What is known about the sender of a report, who is shown above it. Their other reports are among the related ones. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildContextQuery, buildSenderQuery } from '../../blocks/post-context/post-context.tsx';
import { useReporterName } from '../../blocks/reporter/use-reporter-name.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import classes from './review-page.module.css';

const SenderTrust = lazy(() => import('../../blocks/sender-trust/sender-trust.tsx'));

/** The sender of the report. keys: review.sender.kind.* */
export default function SenderPanel({ post }: { post: Post }) {
  const { t } = useTranslation();
  const reporterName = useReporterName();
  const { data, error, refetch } = useQuery(buildSenderQuery(post.id));
  const { data: context } = useQuery(buildContextQuery(post.id));
  const isFirst = data?.posts.every(({ id }) => id === post.id) ?? false;
  return (
    <TitledSection title={t('review.sender.title')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={1} height={48} />}
      {data && (
        <>
          <p className={classes['text']} dir="auto">
            {t(`review.sender.kind.${data.kind}`, {
              name: data.name || reporterName(data.reporter) || t('post.lock.somebody'),
            })}
          </p>
          {data.kind !== 'unknown' && (
            <p className={classes['note']}>{t(isFirst ? 'review.sender.first' : 'context.history')}</p>
          )}
          {!isFirst && data.kind !== 'unknown' && context && (
            <p className={classes['note']} data-figures>
              {t('context.counts', context.sender)}
            </p>
          )}
          {data.trusted !== undefined && (
            <Suspense>
              <SenderTrust postId={post.id} sender={data} />
            </Suspense>
          )}
        </>
      )}
    </TitledSection>
  );
}
