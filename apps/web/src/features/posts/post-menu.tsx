/** What else can be done with a post, in a menu. keys: post.action.* */
import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconFolderPlus,
  IconHistory,
  IconHourglassEmpty,
  IconPencil,
  IconTrash,
  IconUserSearch,
  IconWorldCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import type { PostStatus } from '@waypost/contract/post-filters';
import type { Post } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { type MenuButton, useOpensAtOnce } from '../../ui/lazy-menu.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';

export interface PostMenuItems {
  post: Post;
  /** Whether editing is offered here, and not as a button. */
  hasEdit: boolean;
  statuses: readonly PostStatus[];
  onStatus: (status: PostStatus) => void;
  /** Absent for visitors, who have no collections. */
  onCollect: (() => void) | undefined;
  onSender: () => void;
  onDelete: () => void;
}

const icons: Record<PostStatus, TablerIcon> = {
  draft: IconHourglassEmpty,
  published: IconWorldCheck,
  archived: IconArchive,
};

export default function PostMenu(props: PostMenuItems & { target: MenuButton }) {
  const { target, post, hasEdit, statuses, onStatus, onCollect, onSender, onDelete } = props;
  const { t } = useTranslation();
  const opens = useOpensAtOnce();
  const params = { postId: String(post.id) };
  const may = (privilege: Post['allowed_privileges'][number]) => post.allowed_privileges.includes(privilege);
  return (
    <Menu {...opens} position="bottom-end" withinPortal>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {hasEdit && (
          <MenuLink to="/posts/$postId/edit" params={params} leftSection={<Icon of={IconPencil} size={18} />}>
            {t('post.action.edit')}
          </MenuLink>
        )}
        {statuses.map((it) => (
          <Menu.Item key={it} leftSection={<Icon of={icons[it]} size={18} />} onClick={() => onStatus(it)}>
            {t(`post.action.${it}`)}
          </Menu.Item>
        ))}
        {onCollect && (
          <Menu.Item leftSection={<Icon of={IconFolderPlus} size={18} />} onClick={onCollect}>
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
        {may('change_status') && (
          <Menu.Item leftSection={<Icon of={IconUserSearch} size={18} />} onClick={onSender}>
            {t('post.action.sender')}
          </Menu.Item>
        )}
        {may('delete') && (
          <Menu.Item color="red" leftSection={<Icon of={IconTrash} size={18} />} onClick={onDelete}>
            {t('post.action.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
