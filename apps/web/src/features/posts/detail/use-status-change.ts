/** Publishes, archives or puts a post under review. keys: post.done.* */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notifyError } from '../../../api/notify-error.ts';
import { buildCallKey, buildResourceKey } from '../../../api/query-keys.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { useOpenNextPost } from '../use-open-next-post.ts';

export function useStatusChange(post: Post) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const openNextPost = useOpenNextPost(post.id);
  return useMutation({
    mutationFn: (status: PostStatus) =>
      call(updatePost, { params: { id: post.id }, body: { status } }, { quiet: true }),
    onSuccess: async (changedPost, status) => {
      notify('success', t(`post.done.${status}`, { title: post.title || t('post.untitled') }));
      if (changedPost) cache.setQueryData(buildCallKey(readPost, { params: { id: post.id } }), changedPost);
      await openNextPost();
      await cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
    },
    onError: notifyError,
  });
}
