/** Shared logic of the bulk status change and the bulk deletion. */
import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import type { BulkItem } from '../../../ui/dialog/bulk-dialog.tsx';
import { useOpenNextPost } from '../use-open-next-post.ts';

/** Props of the dialogs for bulk actions. */
export interface BulkActionProps {
  /** The posts as they were when the action was requested. */
  posts: readonly Post[];
  /** The open post, which may leave the list. */
  selected: number | undefined;
  /** Called with the ids of the posts that were changed. */
  onDone: (ids: readonly number[]) => void;
  onClose: () => void;
}

/**
 * Runs a bulk action.
 * @param notifyDone shows how many posts were changed, if any
 */
export function useBulkAction(
  { posts, selected, onDone, onClose }: BulkActionProps,
  isDeletion: boolean,
  notifyDone: (doneItems: readonly BulkItem[]) => void,
) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const openNextPost = useOpenNextPost(selected ?? 0);
  return {
    items: posts.map(({ id, title }) => ({ id, name: title || t('post.untitled') })),
    formatError: formatErrorMessage,
    onClose,
    onDone: (doneItems: readonly BulkItem[]) => {
      const ids = doneItems.map(({ id }) => id);
      onDone(ids);
      if (ids.length > 0) notifyDone(doneItems);
      const isOpenOne = selected !== undefined && ids.includes(selected);
      void (isOpenOne ? openNextPost(isDeletion, ids) : Promise.resolve()).then(() =>
        cache.invalidateQueries({ queryKey: buildResourceKey('posts') }),
      );
    },
  };
}
