/** The button on a card that adds the post to a collection; only for people with an account. */
import { ActionIcon } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { formatPostTitle } from '../post-card/post-title.ts';

const loadDialog = () => import('./add-to-collection-dialog.tsx');

/** The dialog alone, for menus with an item for it. */
export const useAddToCollectionDialog = () => useLazyDialog(loadDialog);

/** The button with its dialog. */
export function AddToCollectionButton({ post, className }: { post: Post; className: string | undefined }) {
  const { t } = useTranslation();
  const account = useAccount();
  const { open, dialog } = useAddToCollectionDialog();
  if (!account) return null;
  return (
    <>
      <ActionIcon
        className={className ?? ''}
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('collection.collect.of', { title: formatPostTitle(post, t) })}
        title={t('collection.collect.title')}
        onClick={() => open({ post })}
      >
        <Icon icon={IconFolderPlus} size={18} />
      </ActionIcon>
      {dialog}
    </>
  );
}
