/** Publishing, putting under review, archiving. keys: post.done.* */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/post-filters';
import { type Post, readPost, updatePost } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { forCall, forResource } from '../../api/query-keys.ts';
import { tellProblem } from '../../api/tell-problem.ts';
import { notify } from '../../ui/notice.tsx';
import { useMoveOn } from './use-move-on.ts';

export function useStatusChange(post: Post) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const moveOn = useMoveOn(post.id);
  return useMutation({
    mutationFn: (status: PostStatus) =>
      call(updatePost, { params: { id: post.id }, body: { status } }, { quiet: true }),
    onSuccess: async (changed, status) => {
      notify('success', t(`post.done.${status}`, { title: post.title || t('post.untitled') }));
      if (changed) cache.setQueryData(forCall(readPost, { params: { id: post.id } }), changed);
      await moveOn();
      await cache.invalidateQueries({ queryKey: forResource('posts') });
    },
    onError: tellProblem,
  });
}
