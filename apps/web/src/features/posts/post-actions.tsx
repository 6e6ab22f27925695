/**
 * What the reader may do with a post, by its `allowed_privileges`. One main action, the rest in a menu; nothing at all
 * while somebody else works on the post (spec 2 §4). keys: post.action.* post.done.*
 */
import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconPencil, IconShare } from '@tabler/icons-react';
import { postStatuses } from '@waypost/contract/post-filters';
import type { Post } from '@waypost/contract/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { useCollect } from '../../blocks/sets/collect-button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLazyDialog } from '../../ui/lazy-dialog.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { DeletePost } from './delete-post.tsx';
import classes from './detail-head.module.css';
import { useLockedBy } from './use-locked-by.ts';
import { useStatusChange } from './use-status-change.ts';

const shareDialog = () => import('../../blocks/share/share-dialog.tsx');

const senderDialog = () => import('./sender-dialog.tsx');

const postMenu = () => import('./post-menu.tsx');

export function PostActions({ post }: { post: Post }) {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
  const status = useStatusChange(post);
  const account = useAccount();
  const collect = useCollect();
  const share = useLazyDialog(shareDialog);
  const sender = useLazyDialog(senderDialog);
  const isLocked = useLockedBy(post) !== null;
  if (isLocked) return null;
  const may = (privilege: Post['allowed_privileges'][number]) => post.allowed_privileges.includes(privilege);
  const others = may('change_status') ? postStatuses.filter((it) => it !== post.status) : [];
  // What usually comes next is a button: publishing what waits for it, changing what is there.
  const publishes = post.status === 'draft' && others.includes('published');
  const inMenu = others.filter((it) => it !== 'published' || !publishes);
  const params = { postId: String(post.id) };
  const edit = { to: '/posts/$postId/edit', params } as const;
  const hasMenu = account !== null || may('update') || may('delete') || inMenu.length > 0;
  return (
    <div className={classes['actions']}>
      {publishes && (
        <Button size="sm" loading={status.isPending} onClick={() => status.mutate('published')}>
          {t('post.action.published')}
        </Button>
      )}
      {!publishes && may('update') && (
        <ButtonLink {...edit} variant="default" size="sm" leftSection={<Icon of={IconPencil} size={18} />}>
          {t('post.action.edit')}
        </ButtonLink>
      )}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('post.action.share')}
        // The post alone: whoever opens it need not share the reader's filters.
        onClick={() => share.open({ title: post.title || t('post.untitled'), path: `/posts/${post.id}` })}
      >
        <Icon of={IconShare} />
      </ActionIcon>
      {hasMenu && (
        <LazyMenu
          load={postMenu}
          given={{
            post,
            hasEdit: publishes && may('update'),
            statuses: inMenu,
            onStatus: (it) => status.mutate(it),
            onCollect: account ? () => collect.open({ post }) : undefined,
            onSender: () => sender.open({ post }),
            onDelete: () => setDeleting(true),
          }}
          target={
            <ActionIcon variant="default" size={36} aria-label={t('post.action.more')}>
              <Icon of={IconDots} />
            </ActionIcon>
          }
        />
      )}
      {collect.dialog}
      {share.dialog}
      {sender.dialog}
      {isDeleting && <DeletePost post={post} onClose={() => setDeleting(false)} />}
    </div>
  );
}
