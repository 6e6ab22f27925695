import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconPencil, IconShare } from '@tabler/icons-react';
import { postStatuses } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { hasPermission, useAccount } from '../../../api/session.ts';
import { listPublicTexts } from '../../../blocks/personal-data/public-texts.ts';
import { usePublishQuestion } from '../../../blocks/personal-data/use-publish-question.tsx';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { useAddToCollectionDialog } from '../../../blocks/sets/add-to-collection-button.tsx';
import { useLazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { LazyMenu } from '../../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import { needsSurvey } from '../needs-survey.ts';
import { useDeletePost } from '../use-delete-post.ts';
import { useFullSurvey } from '../use-full-survey.ts';
import { useOtherUserLock } from '../use-other-user-lock.ts';
import { usePostLinkState } from '../use-post-link-state.ts';
import classes from './detail-header.module.css';
import { useStatusChange } from './use-status-change.ts';

const loadShareDialog = () => import('../../../blocks/share/share-dialog.tsx');

const loadSenderDialog = () => import('./sender-dialog.tsx');

const loadPublicViewDialog = () => import('../public-view/public-view-dialog.tsx');
const loadMergeDialog = () => import('../../../blocks/post-merge/merge-dialog.tsx');

const loadPostMenu = () => import('./post-menu.tsx');

/**
 * Actions on a post by its `allowed_privileges`: one main button and the others in a menu. Hidden while somebody else has the
 * post locked (spec 2 §4).
 * keys: post.action.* post.done.*
 */
export function PostActions({ post }: { post: Post }) {
  const { t } = useTranslation();
  const deletePost = useDeletePost(post);
  const status = useStatusChange(post);
  const state = usePostLinkState();
  const account = useAccount();
  const collect = useAddToCollectionDialog();
  const share = useLazyDialog(loadShareDialog);
  const sender = useLazyDialog(loadSenderDialog);
  const publicView = useLazyDialog(loadPublicViewDialog);
  const { data: survey } = useFullSurvey(post.form?.id ?? null, post.status);
  const question = usePublishQuestion();
  const publish = () => {
    const texts = listPublicTexts(post, survey).map(({ text }) => text);
    void question.ask({ postId: post.id, texts, publish: () => status.mutate('published') });
  };
  const merge = useLazyDialog(loadMergeDialog);
  const isLocked = useOtherUserLock(post) !== null;
  if (isLocked) return null;
  const hasPrivilege = (privilege: Post['allowed_privileges'][number]) =>
    post.allowed_privileges.includes(privilege);
  const otherStatuses = hasPrivilege('change_status')
    ? postStatuses.filter(
        (status) => status !== post.status && (status !== 'published' || post.form !== null),
      )
    : [];
  // The most likely action is the button: choosing the missing survey, publishing a post under review, editing any other.
  const isSurveyMissing = needsSurvey(post);
  const isPublishMain = post.status === 'draft' && otherStatuses.includes('published');
  const inMenu = otherStatuses.filter((status) => status !== 'published' || !isPublishMain);
  const params = { postId: String(post.id) };
  const edit = { to: '/posts/$postId/edit', params, state } as const;
  const hasMenu = account !== null || hasPrivilege('update') || hasPrivilege('delete') || inMenu.length > 0;
  return (
    <div className={classes['actions']} data-post-actions>
      {post.status === 'draft' && hasPermission(account, 'Manage Posts') && (
        <ButtonLink to="/review" search={{ post: post.id }} variant="default" size="sm">
          {t('post.action.review')}
        </ButtonLink>
      )}
      {isPublishMain && (
        <Button size="sm" loading={status.isPending} onClick={publish}>
          {t('post.action.published')}
        </Button>
      )}
      {isSurveyMissing && (
        <ButtonLink {...edit} size="sm">
          {t('post.action.chooseSurvey')}
        </ButtonLink>
      )}
      {!isPublishMain && !isSurveyMissing && hasPrivilege('update') && (
        <ButtonLink {...edit} variant="default" size="sm" leftSection={<Icon icon={IconPencil} size={18} />}>
          {t('post.action.edit')}
        </ButtonLink>
      )}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('post.action.share')}
        // The link contains only the post, not the filters of the current user.
        onClick={() => share.open({ title: formatPostTitle(post, t), path: `/posts/${post.id}` })}
      >
        <Icon icon={IconShare} />
      </ActionIcon>
      {hasMenu && (
        <LazyMenu
          load={loadPostMenu}
          menuProps={{
            post,
            hasEditItem: isPublishMain && hasPrivilege('update'),
            statuses: inMenu,
            onStatusChange: (newStatus) => (newStatus === 'published' ? publish() : status.mutate(newStatus)),
            onCollect: account ? () => collect.open({ post }) : undefined,
            onMerge: () => merge.open({ postId: post.id }),
            onShowSender: () => sender.open({ post }),
            onShowPublicView: () => publicView.open({ postId: post.id }),
            onDelete: () => void deletePost(),
          }}
          target={
            <ActionIcon variant="default" size={36} aria-label={t('post.action.more')}>
              <Icon icon={IconDots} />
            </ActionIcon>
          }
        />
      )}
      {collect.dialog}
      {share.dialog}
      {sender.dialog}
      {publicView.dialog}
      {question.dialog}
      {merge.dialog}
    </div>
  );
}
