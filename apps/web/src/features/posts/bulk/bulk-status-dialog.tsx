/**
 * Dialog that publishes, archives or puts several posts under review; the toast offers to undo it.
 * keys: post.status.* post.bulk.done.*
 */
import { useQueryClient } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { BulkDialog, type BulkItem } from '../../../ui/dialog/bulk-dialog.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { type BulkActionProps, useBulkAction } from './use-bulk-action.ts';

const updateStatus = (id: number, status: PostStatus) =>
  call(updatePost, { params: { id }, body: { status } }, { quiet: true });

/** Restores the earlier statuses of posts. */
function useUndoStatusChange(): (before: readonly Post[]) => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return async (before) => {
    let failed = 0;
    for (const { id, status } of before) await updateStatus(id, status).catch(() => (failed += 1));
    const isWhole = failed === 0;
    notify(
      isWhole ? 'success' : 'error',
      isWhole ? t('post.bulk.undone', { count: before.length }) : t('post.bulk.notUndone', { count: failed }),
    );
    await cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
  };
}

export function BulkStatusDialog({ status, ...props }: BulkActionProps & { status: PostStatus }) {
  const { t } = useTranslation();
  const undo = useUndoStatusChange();
  const tell = (done: readonly BulkItem[]) => {
    const changed = props.posts.filter((it) => it.status !== status && done.some(({ id }) => id === it.id));
    const text = t(`post.bulk.done.${status}`, { count: done.length });
    if (changed.length === 0) notify('success', text);
    else notify('success', text, { label: t('post.bulk.undo'), onClick: () => void undo(changed) });
  };
  const bulk = useBulkAction(props, false, tell);
  const isAlready = ({ id }: BulkItem) => props.posts.find((it) => it.id === id)?.status === status;
  return (
    <BulkDialog
      title={t('post.bulk.mark.title', { count: props.posts.length, status: t(`post.status.${status}`) })}
      confirmLabel={t('post.bulk.mark.action', { count: props.posts.length })}
      processItem={async (item) => (isAlready(item) ? null : updateStatus(item.id, status))}
      {...bulk}
    >
      <p>{t(`post.bulk.explain.${status}`)}</p>
    </BulkDialog>
  );
}
