/** Deletion of one post: sent when the message about it, which offers to undo it, has ended (docs/decisions/0083). */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deletePost, type Post, readPost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { buildEndpointUrl } from '../../api/endpoint-url.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { buildCallKey, buildResourceKey } from '../../api/query-keys.ts';
import { formatPostTitle } from '../../blocks/post-card/post-title.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { isolateBidi } from '../../ui/i18n/i18n.ts';
import { postponeDeletion, showPost, takePostponedDeletion } from './deletion-queue.ts';
import { useOpenNextPost } from './use-open-next-post.ts';
import { usePostLinkState } from './use-post-link-state.ts';

/**
 * @returns function that hides the post, opens the next one and offers to undo it. The request is sent also after the component was
 * unmounted; a refused one brings the post back with the reason.
 */
export function useDeletePost(post: Post): () => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const openNextPost = useOpenNextPost(post.id);
  const { withList } = usePostLinkState();
  const params = { id: post.id };
  const title = formatPostTitle(post, t);
  const refresh = () => cache.invalidateQueries({ queryKey: buildResourceKey('posts') });

  const send = async (): Promise<void> => {
    if (!takePostponedDeletion(post.id)) return;
    try {
      await call(deletePost, { params }, { keepalive: true, ignoresRefusal: true });
    } catch (error) {
      // Somebody else may have deleted it meanwhile.
      if (!isApiError(error) || error.status !== 404)
        notify('error', `${isolateBidi(title)}: ${formatErrorMessage(error)}`);
    }
    showPost(post.id);
    await refresh();
  };
  const undo = async (): Promise<void> => {
    if (!takePostponedDeletion(post.id)) return;
    showPost(post.id);
    notify('success', t('post.bulk.undone'));
    await refresh();
    await navigate({ to: '/posts/$postId', params: { postId: String(post.id) }, state: { withList } });
  };
  return async () => {
    const text = t('post.done.deleted', { title });
    const undoAction = { label: t('action.undo'), onClick: () => void undo() };
    const closeNotice = notify('success', text, undoAction, () => void send());
    postponeDeletion(post.id, {
      url: buildEndpointUrl(deletePost, { params }),
      send() {
        void send();
        closeNotice();
      },
    });
    await openNextPost(true);
    cache.removeQueries({ queryKey: buildCallKey(readPost, { params }) });
    await refresh();
  };
}
