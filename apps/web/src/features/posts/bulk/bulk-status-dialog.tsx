import { useQueryClient } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { useCall } from '../../../api/use-call.ts';
import { BulkDialog, type BulkItem } from '../../../ui/dialog/bulk-dialog.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { type BulkActionProps, useBulkAction } from './use-bulk-action.ts';

/** Changes the status of a post; the caller invalidates the posts. */
function useUpdateStatus() {
  const update = useCall(updatePost, { invalidates: [] });
  return (id: number, status: PostStatus) => update.mutateAsync({ params: { id }, body: { status } });
}

/** Restores the earlier statuses of posts. */
function useUndoStatusChange(): (previousPosts: readonly Post[]) => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const updateStatus = useUpdateStatus();
  return async (previousPosts) => {
    let failedCount = 0;
    for (const { id, status } of previousPosts)
      await updateStatus(id, status).catch(() => (failedCount += 1));
    const isComplete = failedCount === 0;
    notify(
      isComplete ? 'success' : 'error',
      isComplete
        ? t('post.bulk.undone', { count: previousPosts.length })
        : t('post.bulk.notUndone', { count: failedCount }),
    );
    await cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
  };
}

/**
 * Dialog that publishes, archives or puts several posts under review; the toast offers to undo it.
 * keys: post.status.* post.bulk.done.*
 */
export function BulkStatusDialog({ status, ...props }: BulkActionProps & { status: PostStatus }) {
  const { t } = useTranslation();
  const updateStatus = useUpdateStatus();
  const undoStatusChange = useUndoStatusChange();
  const notifyDone = (doneItems: readonly BulkItem[]) => {
    const changedPosts = props.posts.filter(
      (post) => post.status !== status && doneItems.some(({ id }) => id === post.id),
    );
    const text = t(`post.bulk.done.${status}`, { count: doneItems.length });
    if (changedPosts.length === 0) notify('success', text);
    else
      notify('success', text, {
        label: t('post.bulk.undo'),
        onClick: () => void undoStatusChange(changedPosts),
      });
  };
  const bulk = useBulkAction(props, false, notifyDone);
  const hasStatus = ({ id }: BulkItem) => props.posts.find((post) => post.id === id)?.status === status;
  return (
    <BulkDialog
      title={t('post.bulk.mark.title', { count: props.posts.length, status: t(`post.status.${status}`) })}
      confirmLabel={t('post.bulk.mark.action', { count: props.posts.length })}
      processItem={async (item) => (hasStatus(item) ? null : updateStatus(item.id, status))}
      {...bulk}
    >
      <p>{t(`post.bulk.explain.${status}`)}</p>
    </BulkDialog>
  );
}
