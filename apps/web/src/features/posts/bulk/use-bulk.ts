/** What changing and deleting several posts have in common. */
import { useQueryClient } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/fault-text.ts';
import { forResource } from '../../../api/query-keys.ts';
import type { BulkItem } from '../../../ui/bulk-dialog.tsx';
import { useMoveOn } from '../use-move-on.ts';

export interface BulkProps {
  /** As they were when it was asked for. */
  posts: readonly Post[];
  /** The open post, which may leave the list. */
  selected: number | undefined;
  /** Gets the ids of those it was done to. */
  onDone: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** @param tell says how many it was done to, if any */
export function useBulk(
  { posts, selected, onDone, onClose }: BulkProps,
  isGone: boolean,
  tell: (done: readonly BulkItem[]) => void,
) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const moveOn = useMoveOn(selected ?? 0);
  return {
    items: posts.map(({ id, title }) => ({ id, name: title || t('post.untitled') })),
    textOf: problemText,
    onClose,
    onDone: (done: readonly BulkItem[]) => {
      const ids = done.map(({ id }) => id);
      onDone(ids);
      if (ids.length > 0) tell(done);
      const isOpenOne = selected !== undefined && ids.includes(selected);
      void (isOpenOne ? moveOn(isGone, ids) : Promise.resolve()).then(() =>
        cache.invalidateQueries({ queryKey: forResource('posts') }),
      );
    },
  };
}
