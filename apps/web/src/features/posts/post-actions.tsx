/**
 * What the reader may do with a post, by its `allowed_privileges`. One main action, the rest in a menu; nothing at all
 * while somebody else works on the post (spec 2 §4). keys: post.action.* post.done.*
 */
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArchive,
  IconDots,
  IconFolderPlus,
  IconHistory,
  IconHourglassEmpty,
  IconPencil,
  IconTrash,
  IconWorldCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import { type PostStatus, postStatuses } from '@waypost/contract/post-filters';
import type { Post } from '@waypost/contract/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { useCollect } from '../../blocks/sets/collect-button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { DeletePost } from './delete-post.tsx';
import classes from './detail-head.module.css';
import { ShareMenu } from './share-menu.tsx';
import { useLockedBy } from './use-locked-by.ts';
import { useStatusChange } from './use-status-change.ts';

const icons: Record<PostStatus, TablerIcon> = {
  draft: IconHourglassEmpty,
  published: IconWorldCheck,
  archived: IconArchive,
};

export function PostActions({ post }: { post: Post }) {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
  const status = useStatusChange(post);
  const account = useAccount();
  const collect = useCollect();
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
      <ShareMenu post={post} />
      {hasMenu && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t('post.action.more')}>
              <Icon of={IconDots} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {publishes && may('update') && (
              <MenuLink {...edit} leftSection={<Icon of={IconPencil} size={18} />}>
                {t('post.action.edit')}
              </MenuLink>
            )}
            {inMenu.map((it) => (
              <Menu.Item
                key={it}
                leftSection={<Icon of={icons[it]} size={18} />}
                onClick={() => status.mutate(it)}
              >
                {t(`post.action.${it}`)}
              </Menu.Item>
            ))}
            {account && (
              <Menu.Item
                leftSection={<Icon of={IconFolderPlus} size={18} />}
                onClick={() => collect.open({ post })}
              >
                {t('collection.collect.title')}
              </Menu.Item>
            )}
            {may('change_status') && (
              <MenuLink
                to="/posts/$postId/history"
                params={params}
                leftSection={<Icon of={IconHistory} size={18} />}
              >
                {t('post.action.history')}
              </MenuLink>
            )}
            {may('delete') && (
              <Menu.Item
                color="red"
                leftSection={<Icon of={IconTrash} size={18} />}
                onClick={() => setDeleting(true)}
              >
                {t('post.action.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {collect.dialog}
      {isDeleting && <DeletePost post={post} onClose={() => setDeleting(false)} />}
    </div>
  );
}
