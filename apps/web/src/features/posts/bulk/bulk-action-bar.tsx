/** Actions on the selected posts (spec 2 §2, "Bulk actions"). keys: post.status.* */
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

export default function BulkActionBar({ posts, selection, selected, onClose }: Props) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<{ posts: readonly Post[]; status: PostStatus | 'deleted' } | null>(null);
  const chosen = selection.posts;
  const may = (privilege: Post['allowed_privileges'][number]) =>
    chosen.some((it) => it.allowed_privileges.includes(privilege));
  const done = {
    posts: doing?.posts ?? [],
    selected,
    onDone: (ids: readonly number[]) => selection.setSelected(ids, false),
    onClose: () => setDoing(null),
  };
  return (
    <section className={classes['bar']} aria-label={t('post.bulk.title')}>
      <div className={classes['selectAllRow']}>
        <Checkbox
          checked={chosen.length > 0 && chosen.length === posts.length}
          indeterminate={chosen.length > 0 && chosen.length < posts.length}
          onChange={(event) =>
            selection.setSelected(
              posts.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
          label={
            chosen.length === 0
              ? t('post.bulk.all', { count: posts.length })
              : t('post.bulk.chosen', { count: chosen.length })
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
              disabled={!may('change_status')}
              rightSection={<Icon icon={IconChevronDown} size={16} />}
            >
              {t('post.bulk.markAs')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {postStatuses.map((status) => (
              <Menu.Item key={status} onClick={() => setDoing({ posts: chosen, status })}>
                {t(`post.status.${status}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="outline"
          color="red"
          disabled={!may('delete')}
          leftSection={<Icon icon={IconTrash} size={18} />}
          onClick={() => setDoing({ posts: chosen, status: 'deleted' })}
        >
          {t('post.action.delete')}
        </Button>
      </div>
      {doing?.status === 'deleted' && <BulkDeleteDialog {...done} />}
      {doing && doing.status !== 'deleted' && <BulkStatusDialog {...done} status={doing.status} />}
    </section>
  );
}
