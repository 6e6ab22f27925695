/** One merged post: a summary that opens, and what the team can do with it. */
import { Button } from '@mantine/core';
import type { MergedPost } from '@waypost/contract/posts/merged-posts';
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { MergeSummary } from '../../../blocks/post-merge/merge-summary.tsx';
import { useMerge } from '../../../blocks/post-merge/use-merge.ts';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import { PostContent } from '../detail/post-content.tsx';
import classes from './merged-posts.module.css';

const ThreadPanel = lazy(() => import('../../../blocks/message-thread/thread-panel.tsx'));

interface Props {
  primary: Post;
  merged: MergedPost;
}

/** Renders the item. */
export function MergedItem({ primary, merged: { post, merged, merged_by } }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { split } = useMerge();
  const isTeam = primary.allowed_privileges.includes('change_status');
  const title = formatPostTitle(post, t);
  const params = { postId: String(post.id) };
  return (
    <li className={classes['item']}>
      <MergeSummary post={post} hidesStatus={!isTeam} />
      {merged && (
        <span className={classes['meta']}>
          {t('merge.by', { name: merged_by?.realname || t('post.member') })} · <RelativeTime date={merged} />
        </span>
      )}
      <div className={classes['actions']}>
        <Button
          variant="default"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${t(isOpen ? 'merge.hide' : 'merge.show')}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'merge.hide' : 'merge.show')}
        </Button>
        {isTeam && (
          <>
            <Button
              variant="default"
              size="sm"
              loading={split.isPending}
              aria-label={`${t('merge.split')}: ${title}`}
              onClick={() => split.mutate({ params: { id: primary.id }, body: { post_ids: [post.id] } })}
            >
              {t('merge.split')}
            </Button>
            <TextLink to="/posts/$postId/edit" params={params} size="sm">
              {t('post.action.edit')}
            </TextLink>
            <TextLink to="/posts/$postId/history" params={params} size="sm">
              {t('post.action.history')}
            </TextLink>
          </>
        )}
      </div>
      <div id={id} hidden={!isOpen} className={classes['content']}>
        {isOpen && <PostContent post={post} hidesTasks={!isTeam} />}
        {isOpen && isTeam && post.contact && (
          <Suspense fallback={<ListSkeleton rows={2} height={48} />}>
            <ThreadPanel draftKey={post.id} contactId={post.contact.id} />
          </Suspense>
        )}
      </div>
    </li>
  );
}
