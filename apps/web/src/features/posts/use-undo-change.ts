/** Undo of a change of one post, offered in the message about the change. */
import { useQueryClient } from '@tanstack/react-query';
import { restoreRevision } from '@waypost/contract/posts/post-revisions';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notifyError } from '../../api/notify-error.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';

/**
 * @returns `undoStatus` sets status and roles of a post back; `undoSave` restores the version before a save, unless the post was
 * saved again since. Both also run after the component was unmounted, and report errors as messages.
 */
export function useUndoChange() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const options = {
    onSuccess(post: Post | null) {
      if (post) cache.setQueryData(buildCallKey(readPost, { params: { id: post.id } }), post);
      notify('success', t('post.bulk.undone'));
    },
    onError: notifyError,
  };
  const update = useCall(updatePost, options);
  const restore = useCall(restoreRevision, options);
  const undoStatus = ({ id, status, published_to }: Post): void =>
    update.mutate({
      params: { id },
      body: { status, ...(status === 'published' ? { published_to } : {}) },
    });
  const undoSave = async (previousRevisionId: number, saved: Post): Promise<void> => {
    const params = { id: saved.id };
    const latest = await call(readPost, { params }).catch(() => null);
    if (latest?.revision !== saved.revision) notify('error', t('post.bulk.notUndone', { count: 1 }));
    else restore.mutate({ params: { ...params, revisionId: previousRevisionId } });
  };
  return { undoStatus, undoSave };
}
