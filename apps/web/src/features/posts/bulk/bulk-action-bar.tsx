import '@mantine/core/styles/Checkbox.layer.css';
import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core';
import { IconChevronDown, IconTrash, IconX } from '@tabler/icons-react';
import { type PostStatus, postStatuses } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './bulk.module.css';
import { BulkDeleteDialog } from './bulk-delete-dialog.tsx';
import { BulkStatusDialog } from './bulk-status-dialog.tsx';
import type { PostSelection } from './use-post-selection.ts';

interface Props {
  /** All posts that are loaded. */
  posts: readonly Post[];
  selection: PostSelection;
  /** The open post. */
  selected: number | undefined;
  onClose: () => void;
}

/** Actions on the selected posts (spec 2 §2, "Bulk actions"). keys: post.status.* */
export default function BulkActionBar({ posts, selection, selected, onClose }: Props) {
  const { t } = useTranslation();
  const [pendingAction, setPendingAction] = useState<{
    posts: readonly Post[];
    status: PostStatus | 'deleted';
  } | null>(null);
  const selectedPosts = selection.posts;
  const hasPrivilegeForAny = (privilege: Post['allowed_privileges'][number]) =>
    selectedPosts.some((post) => post.allowed_privileges.includes(privilege));
  const dialogProps = {
    posts: pendingAction?.posts ?? [],
    selected,
    onDone: (ids: readonly number[]) => selection.setSelected(ids, false),
    onClose: () => setPendingAction(null),
  };
  return (
    <section className={classes['bar']} aria-label={t('post.bulk.title')}>
      <div className={classes['selectAllRow']}>
        <Checkbox
          checked={selectedPosts.length > 0 && selectedPosts.length === posts.length}
          indeterminate={selectedPosts.length > 0 && selectedPosts.length < posts.length}
          onChange={(event) =>
            selection.setSelected(
              posts.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
          label={
            selectedPosts.length === 0
              ? t('post.bulk.all', { count: posts.length })
              : t('post.bulk.chosen', { count: selectedPosts.length })
          }
        />
        <ActionIcon aria-label={t('post.bulk.close')} onClick={onClose}>
          <Icon icon={IconX} />
        </ActionIcon>
      </div>
      <div className={classes['actions']}>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              disabled={!hasPrivilegeForAny('change_status')}
              rightSection={<Icon icon={IconChevronDown} size={16} />}
            >
              {t('post.bulk.markAs')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {postStatuses.map((status) => (
              <Menu.Item key={status} onClick={() => setPendingAction({ posts: selectedPosts, status })}>
                {t(`post.status.${status}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="outline"
          color="red"
          disabled={!hasPrivilegeForAny('delete')}
          leftSection={<Icon icon={IconTrash} size={18} />}
          onClick={() => setPendingAction({ posts: selectedPosts, status: 'deleted' })}
        >
          {t('post.action.delete')}
        </Button>
      </div>
      {pendingAction?.status === 'deleted' && <BulkDeleteDialog {...dialogProps} />}
      {pendingAction && pendingAction.status !== 'deleted' && (
        <BulkStatusDialog {...dialogProps} status={pendingAction.status} />
      )}
    </section>
  );
}
