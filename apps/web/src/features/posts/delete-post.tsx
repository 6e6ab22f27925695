/** Asks before a post is deleted, since nothing brings it back. */
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deletePost, type Post, readPost } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forCall, forResource } from '../../api/query-keys.ts';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/states.tsx';
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
  const remove = useMutation({
    mutationFn: () => call(deletePost, { params: { id: post.id } }, { quiet: true }),
    onSuccess: async () => {
      onDeleted?.();
      notify('success', t('post.done.deleted', { title }));
      onClose();
      await moveOn(true);
      cache.removeQueries({ queryKey: forCall(readPost, { params: { id: post.id } }) });
      await cache.invalidateQueries({ queryKey: forResource('posts') });
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('post.delete.title')}>
      <Text dir="auto" mb="md">
        {t('post.delete.text', { title })}
      </Text>
      {remove.error && <ErrorState texts={problemTexts(remove.error)} />}
      <Group justify="flex-end">
        <Button variant="default" size="md" data-autofocus onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button color="red" size="md" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('post.delete.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
