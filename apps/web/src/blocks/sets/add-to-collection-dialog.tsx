/** Adds a post to collections and removes it: a list with checkboxes of those that the reader may change (spec 2 §2). */
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { addPostToCollection, removePostFromCollection } from '@waypost/contract/collections/collections';
import { type Post, readPost } from '@waypost/contract/posts/posts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { buildCallKey, buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { CollectionsDialog } from './collections-dialog.tsx';
import type { AnySet } from './set-endpoints.ts';
import { SetFacts } from './set-facts.tsx';
import classes from './set-list.module.css';

interface Props {
  post: Post;
  onClose: () => void;
}

/** Which collections contain a post, and adding it to one or removing it from one: an optimistic update. */
function useCollectionsOfPost(post: Post) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [containingIds, setContainingIds] = useState<ReadonlySet<string>>(new Set(post.sets));
  const hasChanged = useRef(false);
  // Only when the dialog closes: a card that is no longer in its list would remove the dialog with it.
  useEffect(
    () => () => {
      if (hasChanged.current) void cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
    },
    [cache],
  );
  const add = useCall(addPostToCollection, { invalidates: [] });
  const remove = useCall(removePostFromCollection, { invalidates: [] });
  const markContained = ({ id }: AnySet, isContained: boolean) =>
    setContainingIds((current) => {
      const next = new Set(current);
      if (isContained) next.add(String(id));
      else next.delete(String(id));
      return next;
    });
  const change = useAsyncAction(
    ({ set, adds }: { set: AnySet; adds: boolean }): Promise<Post | null> => {
      markContained(set, adds);
      return adds
        ? add.mutateAsync({ params: { id: set.id }, body: { id: post.id } })
        : remove.mutateAsync({ params: { id: set.id, postId: post.id } });
    },
    {
      onSuccess(changed, { set: { name }, adds }) {
        notify(
          'success',
          adds ? t('collection.done.added', { name }) : t('collection.done.removed', { name }),
        );
        if (changed) cache.setQueryData(buildCallKey(readPost, { params: { id: post.id } }), changed);
        hasChanged.current = true;
      },
      onError(error, { set, adds }) {
        markContained(set, !adds);
        notifyError(error);
      },
    },
  );
  return {
    isContained: (set: AnySet) => containingIds.has(String(set.id)),
    setContained: (set: AnySet, adds: boolean) => change.mutate({ set, adds }),
  };
}

/** The dialog; it can also create a collection. */
export default function AddToCollectionDialog({ post, onClose }: Props) {
  const { t } = useTranslation();
  const { isContained, setContained } = useCollectionsOfPost(post);
  return (
    <CollectionsDialog
      title={t('collection.collect.title')}
      renderRow={(set) => (
        <Checkbox
          size="md"
          px="md"
          py="sm"
          label={
            <>
              <span className={classes['name']} dir="auto">
                {set.name}
              </span>
              <SetFacts set={set} />
            </>
          }
          checked={isContained(set)}
          // Not disabled while saving: the checkbox would lose the focus.
          onChange={(event) => setContained(set, event.currentTarget.checked)}
        />
      )}
      onCreated={(set) => {
        notify('success', t('collection.done.created', { name: set.name }));
        // A collection that is created from a post is meant to contain it.
        setContained(set, true);
      }}
      endButton={
        <Button size="md" onClick={onClose}>
          {t('action.done')}
        </Button>
      }
      onClose={onClose}
    />
  );
}
