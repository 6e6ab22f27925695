/** Merging posts and splitting them again, each with an undo in the message about it. */
import './merge-labels.ts';
import { mergePosts, splitPosts } from '@waypost/contract/posts/merged-posts';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { formatPostTitle } from '../post-card/post-title.ts';

/** What was merged into a post or split from it. */
export interface MergeChange {
  kind: 'merged' | 'split';
  /** The post that stands for the others, after the change. */
  primary: Post;
  /** Ids of the others. */
  postIds: readonly number[];
  /** Undoes the change; absent when the change itself was an undo. */
  undo?: () => void;
}

/** @param onChange called after each change, also after its undo */
export function useMerge(onChange?: (change: MergeChange) => void) {
  const { t } = useTranslation();
  const invalidates = [buildResourceKey('posts'), buildResourceKey('review')];
  const report = (
    kind: MergeChange['kind'],
    primary: Post,
    postIds: readonly (number | string)[],
    undo?: () => void,
  ) => onChange?.({ kind, primary, postIds: postIds.map(Number), ...(undo ? { undo } : {}) });
  const describeMerge = (primary: Post) => t('merge.done', { title: formatPostTitle(primary, t) });
  // Calls of their own: the first one is pending until the queries are fetched again.
  const undoMerge = useCall(splitPosts, {
    invalidates,
    onSuccess(primary, { body }) {
      report('split', primary, body.post_ids);
      notify('success', t('merge.isSplit'));
    },
    onError: notifyError,
  });
  const undoSplit = useCall(mergePosts, {
    invalidates,
    onSuccess(primary, { body }) {
      report('merged', primary, body.post_ids);
      notify('success', describeMerge(primary));
    },
    onError: notifyError,
  });
  const merge = useCall(mergePosts, {
    invalidates,
    onSuccess(primary, { params, body }) {
      const undo = () => undoMerge.mutate({ params, body });
      report('merged', primary, body.post_ids, undo);
      notify('success', describeMerge(primary), { label: t('action.undo'), onClick: undo });
    },
  });
  const split = useCall(splitPosts, {
    invalidates,
    onSuccess(primary, { params, body }) {
      const undo = () => undoSplit.mutate({ params, body });
      report('split', primary, body.post_ids, undo);
      notify('success', t('merge.isSplit'), { label: t('action.undo'), onClick: undo });
    },
    onError: notifyError,
  });
  return { merge, split };
}
