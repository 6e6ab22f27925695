/** Changes of the current post that it stays in front for, such as an accepted suggestion, and their undo. */
import type { Draft, PostChange, ReviewApi } from '../review-types.ts';
import { type ChangedPost, changePost, createItem, type QueueItem } from './queue-item.ts';
import type { QueueStore } from './queue-store.ts';

/**
 * Saves a change of a post. A decision that is made meanwhile waits for it.
 * @param undo undoes it
 * @throws when the server could not be reached
 */
export async function changeItem(
  store: QueueStore,
  api: ReviewApi,
  item: QueueItem,
  change: PostChange,
  undo?: PostChange,
): Promise<ChangedPost> {
  const changing = changePost(api, item, change);
  const ready = changing.then(
    ({ post }) => post,
    () => item.ready,
  );
  const pending = { ...item, ready };
  store.replace(item, pending);
  if (undo) store.addUndo(item.post.id, undo);
  let canUndo = false;
  try {
    const changed = await changing;
    const { post } = changed;
    canUndo = changed.isSaved;
    if (post) store.replace(pending, createItem(post, { changeCount: item.changeCount + 1 }));
    else {
      store.remove(pending);
      store.notify('taken', item.post);
    }
    return changed;
  } catch (error) {
    store.replace(pending, item);
    throw error;
  } finally {
    if (undo && !canUndo) store.removeUndo(item.post.id, undo);
    store.publish();
  }
}

/** Undoes the last change of a post; a notice says whether that was possible. One that is refused is not tried again. */
export async function undoChange(
  store: QueueStore,
  api: ReviewApi,
  item: QueueItem,
  undo: PostChange,
): Promise<void> {
  // At once, so that two undos in quick succession undo two changes, one after the other.
  store.removeUndo(item.post.id, undo);
  try {
    const { isSaved, post, reasons } = await changeItem(store, api, item, undo);
    if (post) store.notify(isSaved ? 'change-undone' : 'change-kept', post, reasons);
  } catch (error) {
    store.addUndo(item.post.id, undo);
    store.notify('change-kept', item.post, api.explain(error));
  }
  store.publish();
}

/** Keeps the answers that were typed for the current post. */
export function keepCurrentDraft(store: QueueStore, draft: Draft | undefined): void {
  const [current] = store.items;
  if (current) store.keepDraft(current.post.id, draft);
}
