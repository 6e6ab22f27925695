/** Asks before a post is deleted, since nothing brings it back. */
import { useQueryClient } from '@tanstack/react-query';
import { deletePost, type Post, readPost } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forCall, forResource } from '../../api/query-keys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notice.tsx';
import { useMoveOn } from './use-move-on.ts';

interface Props {
  post: Post;
  onClose: () => void;
  /** Before anything else happens: nothing is left to be saved. */
  onDeleted?: () => void;
}

export function DeletePost({ post, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const moveOn = useMoveOn(post.id);
  const title = post.title || t('post.untitled');
  const remove = async () => {
    await call(deletePost, { params: { id: post.id } }, { quiet: true });
    onDeleted?.();
    notify('success', t('post.done.deleted', { title }));
    onClose();
    await moveOn(true);
    cache.removeQueries({ queryKey: forCall(readPost, { params: { id: post.id } }) });
    await cache.invalidateQueries({ queryKey: forResource('posts') });
  };
  return (
    <ConfirmDialog
      title={t('post.delete.title')}
      action={t('post.delete.confirm')}
      onConfirm={remove}
      textsOf={problemTexts}
      onClose={onClose}
    >
      {t('post.delete.text', { title })}
    </ConfirmDialog>
  );
}
