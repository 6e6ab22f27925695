/** Publishes, archives or puts a post under review; the message offers to undo it. keys: post.done.* */
import { useQueryClient } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../api/notify-error.ts';
import { buildCallKey } from '../../../api/query-keys.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { useOpenNextPost } from '../use-open-next-post.ts';
import { useUndoChange } from '../use-undo-change.ts';

/** After the change the next post of the list is opened. */
export function useStatusChange(post: Post) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const openNextPost = useOpenNextPost(post.id);
  const { undoStatus } = useUndoChange();
  const update = useCall(updatePost, {
    async onSuccess(changedPost, { body }) {
      if (body?.status)
        notify('success', t(`post.done.${body.status}`, { title: formatPostTitle(post, t) }), {
          label: t('action.undo'),
          onClick: () => undoStatus(post),
        });
      if (changedPost) cache.setQueryData(buildCallKey(readPost, { params: { id: post.id } }), changedPost);
      await openNextPost();
    },
    onError: notifyError,
  });
  return {
    isPending: update.isPending,
    mutate: (status: PostStatus) => update.mutate({ params: { id: post.id }, body: { status } }),
  };
}
