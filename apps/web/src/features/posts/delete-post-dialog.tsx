import { useQueryClient } from '@tanstack/react-query';
import { deletePost, type Post, readPost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildCallKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { formatPostTitle } from '../../blocks/post-card/post-title.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useOpenNextPost } from './use-open-next-post.ts';

interface Props {
  post: Post;
  onClose: () => void;
  /** Called first after the deletion, so that the page does not warn about unsaved changes. */
  onDeleted?: () => void;
}

/** Asks for confirmation before a post is deleted. Deletion cannot be undone. */
export function DeletePostDialog({ post, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const openNextPost = useOpenNextPost(post.id);
  const title = formatPostTitle(post, t);
  const remove = useCall(deletePost, {
    async onSuccess() {
      onDeleted?.();
      notify('success', t('post.done.deleted', { title }));
      onClose();
      await openNextPost(true);
      cache.removeQueries({ queryKey: buildCallKey(readPost, { params: { id: post.id } }) });
    },
  });
  return (
    <ConfirmDialog
      title={t('post.delete.title')}
      confirmLabel={t('post.delete.confirm')}
      onConfirm={() => remove.mutateAsync({ params: { id: post.id } })}
      formatErrors={formatErrorMessages}
      onClose={onClose}
    >
      {t('post.delete.text', { title })}
    </ConfirmDialog>
  );
}
