/**
 * What the reader may do with a post, by its `allowed_privileges`. One main action, the rest in a menu; nothing at all
 * while somebody works on the post (spec 2 §4). keys: post.action.* post.done.*
 */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { type PostStatus, postStatuses } from '@waypost/contract/post-filters';
import type { Post } from '@waypost/contract/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { DeletePost } from './delete-post.tsx';
import { useStatusChange } from './use-status-change.ts';

/** The step that usually comes next. */
const next: Partial<Record<PostStatus, PostStatus>> = { draft: 'published' };

export function PostActions({ post }: { post: Post }) {
  const { t } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
  const status = useStatusChange(post);
  const may = (privilege: Post['allowed_privileges'][number]) =>
    post.lock === null && post.allowed_privileges.includes(privilege);
  const others = may('change_status') ? postStatuses.filter((it) => it !== post.status) : [];
  const main = others.find((it) => it === next[post.status]);
  const inMenu = others.filter((it) => it !== main);
  if (!may('update') && !may('delete') && others.length === 0) return null;
  return (
    <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
      {main && (
        <Button size="sm" loading={status.isPending} onClick={() => status.mutate(main)}>
          {t(`post.action.${main}`)}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('post.action.more')}>
            <Icon of={IconDots} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may('update') && (
            <MenuLink
              to="/posts/$postId/edit"
              params={{ postId: String(post.id) }}
              leftSection={<Icon of={IconPencil} size={18} />}
            >
              {t('post.action.edit')}
            </MenuLink>
          )}
          {inMenu.map((it) => (
            <Menu.Item key={it} onClick={() => status.mutate(it)}>
              {t(`post.action.${it}`)}
            </Menu.Item>
          ))}
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
      {isDeleting && <DeletePost post={post} onClose={() => setDeleting(false)} />}
    </div>
  );
}
