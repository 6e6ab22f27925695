/** Menu with the secondary actions on a post. keys: post.action.* */
import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArrowMerge,
  IconEye,
  IconFolderPlus,
  IconHistory,
  IconHourglassEmpty,
  IconPencil,
  IconTrash,
  IconUserSearch,
  IconWorldCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { type MenuButton, useOpenOnMount } from '../../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { MenuLink } from '../../../ui/navigation/menu-link.tsx';
import { usePostLinkState } from '../use-post-link-state.ts';

/** Props of the menu: which actions are available, and their handlers. */
export interface PostMenuProps {
  post: Post;
  /** Whether "Edit" is a menu item because it is not the main button. */
  hasEditItem: boolean;
  statuses: readonly PostStatus[];
  onStatusChange: (status: PostStatus) => void;
  /** Undefined for visitors, who have no collections. */
  onCollect: (() => void) | undefined;
  onMerge: () => void;
  onShowSender: () => void;
  onShowPublicView: () => void;
  onDelete: () => void;
}

const statusIcons: Record<PostStatus, TablerIcon> = {
  draft: IconHourglassEmpty,
  published: IconWorldCheck,
  archived: IconArchive,
};

/** Renders the menu; loaded when it is first opened. */
export default function PostMenu(props: PostMenuProps & { target: MenuButton }) {
  const { target, post, hasEditItem, statuses, onStatusChange, onCollect, onMerge, onShowSender, onDelete } =
    props;
  const { t } = useTranslation();
  const opens = useOpenOnMount();
  const state = usePostLinkState();
  const params = { postId: String(post.id) };
  const hasPrivilege = (privilege: Post['allowed_privileges'][number]) =>
    post.allowed_privileges.includes(privilege);
  return (
    <Menu {...opens} position="bottom-end" withinPortal>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {hasEditItem && (
          <MenuLink
            to="/posts/$postId/edit"
            params={params}
            state={state}
            leftSection={<Icon icon={IconPencil} size={18} />}
          >
            {t('post.action.edit')}
          </MenuLink>
        )}
        {statuses.map((status) => (
          <Menu.Item
            key={status}
            leftSection={<Icon icon={statusIcons[status]} size={18} />}
            onClick={() => onStatusChange(status)}
          >
            {t(`post.action.${status}`)}
          </Menu.Item>
        ))}
        {onCollect && (
          <Menu.Item leftSection={<Icon icon={IconFolderPlus} size={18} />} onClick={onCollect}>
            {t('collection.collect.title')}
          </Menu.Item>
        )}
        {(hasPrivilege('update') || hasPrivilege('change_status')) && (
          <Menu.Item leftSection={<Icon icon={IconEye} size={18} />} onClick={props.onShowPublicView}>
            {t('post.action.publicView')}
          </Menu.Item>
        )}
        {hasPrivilege('change_status') && (
          <Menu.Item leftSection={<Icon icon={IconArrowMerge} size={18} />} onClick={onMerge}>
            {t('post.action.merge')}
          </Menu.Item>
        )}
        {hasPrivilege('change_status') && (
          <MenuLink
            to="/posts/$postId/history"
            params={params}
            state={state}
            leftSection={<Icon icon={IconHistory} size={18} />}
          >
            {t('post.action.history')}
          </MenuLink>
        )}
        {hasPrivilege('change_status') && (
          <Menu.Item leftSection={<Icon icon={IconUserSearch} size={18} />} onClick={onShowSender}>
            {t('post.action.sender')}
          </Menu.Item>
        )}
        {hasPrivilege('delete') && (
          <Menu.Item color="red" leftSection={<Icon icon={IconTrash} size={18} />} onClick={onDelete}>
            {t('post.action.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
