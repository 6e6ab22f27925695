/** The posts that are merged into a post, on its page. */
import '../../../blocks/post-merge/merge-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { listMergedPosts } from '@waypost/contract/posts/merged-posts';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { TitledSection } from '../../../ui/layout/titled-section.tsx';
import { MergedItem } from './merged-item.tsx';
import classes from './merged-posts.module.css';

/** Renders those that the viewer may read, and how many others there are. */
export default function MergedSection({ post }: { post: Post }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(
    buildEndpointQuery(listMergedPosts, { params: { id: post.id } }, { ignoresRefusal: true }),
  );
  const hiddenCount = data ? data.count - data.results.length : 0;
  return (
    <TitledSection title={t('merge.title')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} height={56} />}
      {data && data.results.length > 0 && (
        <ul className={classes['list']}>
          {data.results.map((merged) => (
            <MergedItem key={merged.post.id} primary={post} merged={merged} />
          ))}
        </ul>
      )}
      {hiddenCount > 0 && <p className={classes['note']}>{t('merge.hidden', { count: hiddenCount })}</p>}
    </TitledSection>
  );
}
