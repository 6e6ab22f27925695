import '@mantine/core/styles/Checkbox.layer.css';
import { ActionIcon, Button, Checkbox, Group, Menu, Text } from '@mantine/core';
import {
  IconArrowMerge,
  IconChevronDown,
  IconClipboardList,
  IconFolderMinus,
  IconFolderPlus,
  IconHistory,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { postStatuses } from '@waypost/contract/browse/post-filters';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../api/notify-error.ts';
import { useLazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import './bulk-labels.ts';
import classes from './bulk.module.css';
import type { PostSelection } from './use-post-selection.ts';
import { type BulkActionInput, useStartBulkChange } from './use-start-bulk-change.ts';

interface Props {
  /** All posts that are loaded. */
  posts: readonly Post[];
  /** Number of posts that match the filters. */
  total: number | undefined;
  selection: PostSelection;
  onClose: () => void;
}

const loadDeleteDialog = () => import('./bulk-delete-dialog.tsx');
const loadCollectionDialog = () => import('./choose-collection-dialog.tsx');
const loadSurveyDialog = () => import('./assign-survey-dialog.tsx');
const loadMergeDialog = () => import('../../../blocks/post-merge/merge-dialog.tsx');
const loadHistoryDialog = () => import('./recent-bulk-changes.tsx');

/** Posts that can be merged at once: more are no longer compared by eye. */
const maxMerged = 20;

/** Whether the selected posts can be merged with one another. */
const canMerge = ({ posts, isAllMatching }: PostSelection): boolean =>
  !isAllMatching &&
  posts.length >= 2 &&
  posts.length <= maxMerged &&
  posts.every((post) => post.allowed_privileges.includes('change_status'));

/** The dialog that merges the selected posts. */
function useMergeSelected({ posts, clear }: PostSelection) {
  const { open, dialog } = useLazyDialog(loadMergeDialog);
  const [first, ...others] = posts;
  const otherIds = others.map(({ id }) => id);
  return { open: () => first && open({ postId: first.id, otherIds, onChange: clear }), dialog };
}

/** Checkbox for all loaded posts, and the choice of all that match the filters. */
function SelectAllRow({ posts, total = posts.length, selection, onClose }: Props) {
  const { t } = useTranslation();
  const { posts: selectedPosts, isAllMatching } = selection;
  const count = isAllMatching ? total : selectedPosts.length;
  const isAllLoaded = selectedPosts.length > 0 && selectedPosts.length === posts.length;
  return (
    <>
      <div className={classes['selectAllRow']}>
        <Checkbox
          disabled={posts.length === 0}
          checked={isAllLoaded}
          indeterminate={selectedPosts.length > 0 && !isAllLoaded}
          onChange={(event) =>
            selection.setSelected(
              posts.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
          label={count === 0 ? t('post.bulk.all', { count: posts.length }) : t('post.bulk.chosen', { count })}
        />
        <ActionIcon aria-label={t('post.bulk.close')} onClick={onClose}>
          <Icon icon={IconX} />
        </ActionIcon>
      </div>
      {isAllLoaded && total > posts.length && (
        <div>
          {isAllMatching ? (
            <Text size="sm" component="output">
              {t('bulkChange.allSelected', { value: total })}
            </Text>
          ) : (
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes['selectAllMatching'] ?? ''}
              onClick={selection.selectAllMatching}
            >
              {t('bulkChange.selectAll', { value: total })}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Actions on the selected posts (spec 2 §2, "Bulk actions"). Only those that cannot be undone ask first. keys: post.status.* */
export default function BulkActionBar(props: Props) {
  const { selection } = props;
  const { t } = useTranslation();
  const startBulkChange = useStartBulkChange(selection);
  const deleteDialog = useLazyDialog(loadDeleteDialog);
  const collectionDialog = useLazyDialog(loadCollectionDialog);
  const surveyDialog = useLazyDialog(loadSurveyDialog);
  const historyDialog = useLazyDialog(loadHistoryDialog);
  const merge = useMergeSelected(selection);
  const selectedPosts = selection.posts;
  const hasPrivilegeForAny = (privilege: Post['allowed_privileges'][number]) =>
    selectedPosts.some((post) => post.allowed_privileges.includes(privilege));
  const start = (action: BulkActionInput) => void startBulkChange(action).catch(notifyError);
  const isEmpty = selectedPosts.length === 0;
  const needsSurvey = selectedPosts.some(
    (post) => post.form === null && post.allowed_privileges.includes('update'),
  );
  const chooseCollection = (action: 'add-to-collection' | 'remove-from-collection') =>
    collectionDialog.open({ action, onChoose: (collection) => startBulkChange({ action, collection }) });
  return (
    <section className={classes['bar']} aria-label={t('post.bulk.title')}>
      <SelectAllRow {...props} />
      <Group gap="xs">
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
              <Menu.Item key={status} onClick={() => start({ action: 'set-status', status })}>
                {t(`post.status.${status}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="default" rightSection={<Icon icon={IconChevronDown} size={16} />}>
              {t('bulkChange.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<Icon icon={IconFolderPlus} size={18} />}
              disabled={isEmpty}
              onClick={() => chooseCollection('add-to-collection')}
            >
              {t('bulkChange.dialog.add')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon icon={IconFolderMinus} size={18} />}
              disabled={isEmpty}
              onClick={() => chooseCollection('remove-from-collection')}
            >
              {t('bulkChange.dialog.remove')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon icon={IconClipboardList} size={18} />}
              disabled={!needsSurvey && !selection.isAllMatching}
              onClick={() =>
                surveyDialog.open({ onChoose: (form) => startBulkChange({ action: 'assign-survey', form }) })
              }
            >
              {t('bulkChange.dialog.survey')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon icon={IconArrowMerge} size={18} />}
              disabled={!canMerge(selection)}
              onClick={merge.open}
            >
              {t('bulkChange.dialog.merge')}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<Icon icon={IconTrash} size={18} />}
              disabled={!hasPrivilegeForAny('delete')}
              onClick={() =>
                deleteDialog.open({
                  count: selection.isAllMatching ? (props.total ?? 0) : selectedPosts.length,
                  onConfirm: () => startBulkChange({ action: 'delete' }),
                })
              }
            >
              {t('post.action.delete')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon icon={IconHistory} size={18} />}
              onClick={() => historyDialog.open({})}
            >
              {t('bulkChange.recent.title')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {deleteDialog.dialog}
      {collectionDialog.dialog}
      {surveyDialog.dialog}
      {historyDialog.dialog}
      {merge.dialog}
    </section>
  );
}
