/** What is known about the sender of a report: numbers, and the latest reports. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import { readSender } from '@waypost/contract/posts/senders';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { formatPostTitle } from '../../blocks/post-card/post-title.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { TitledSection } from '../../ui/layout/titled-section.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import classes from './review-page.module.css';

const SenderTrust = lazy(() => import('../../blocks/sender-trust/sender-trust.tsx'));

/** Reports that are listed. */
const maxListed = 5;

/** The sender of the report. keys: review.sender.kind.* */
export default function SenderPanel({ post }: { post: Post }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(
    buildEndpointQuery(readSender, { params: { id: post.id } }, { ignoresRefusal: true }),
  );
  const others = data?.posts.filter(({ id }) => id !== post.id).slice(0, maxListed) ?? [];
  return (
    <TitledSection title={t('review.sender.title')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={1} height={48} />}
      {data && (
        <>
          <p className={classes['text']} dir="auto">
            {t(`review.sender.kind.${data.kind}`, { name: data.name || t('post.lock.somebody') })}
          </p>
          {data.kind !== 'unknown' && (
            <p className={classes['note']}>
              {others.length === 0
                ? t('review.sender.first')
                : t('review.sender.total', { count: data.total })}
            </p>
          )}
          {data.trusted !== undefined && (
            <Suspense>
              <SenderTrust postId={post.id} sender={data} />
            </Suspense>
          )}
          <ul className={classes['list']}>
            {others.map(({ id, title, status, created }) => (
              <li key={id}>
                <TextLink to="/posts/$postId" params={{ postId: String(id) }} target="_blank" dir="auto">
                  {formatPostTitle({ title }, t)}
                </TextLink>
                <span className={classes['meta']}>
                  {t(`post.status.${status}`)} · <RelativeTime date={created} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </TitledSection>
  );
}
