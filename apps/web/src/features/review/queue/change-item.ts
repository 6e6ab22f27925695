/** Changes of the current post that it stays in front for, such as an accepted suggestion, and their undo. */
import type { Draft, PostChange, ReviewApi } from '../review-types.ts';
import { type ChangedPost, changePost, createItem, type QueueItem } from './queue-item.ts';
import type { QueueStore } from './queue-store.ts';

/**
 * Saves a change of a post. A decision that is made meanwhile waits for it.
 * @param toUndos the changes that can be undone once it is saved
 * @throws when the server could not be reached
 */
export async function changeItem(
  store: QueueStore,
  api: ReviewApi,
  item: QueueItem,
  change: PostChange,
  toUndos: (undos: readonly PostChange[]) => readonly PostChange[],
): Promise<ChangedPost> {
  const changing = changePost(api, item, change);
  const ready = changing.then(
    ({ post }) => post,
    () => item.ready,
  );
  // At once, so that two undos in quick succession undo two changes, one after the other.
  const undos = toUndos(item.undos);
  const pending = { ...item, ready, undos };
  store.replace(item, pending);
  try {
    const changed = await changing;
    const { post, isSaved } = changed;
    if (post)
      store.replace(
        pending,
        createItem(post, {
          undos: isSaved ? undos : item.undos,
          changeCount: item.changeCount + 1,
        }),
      );
    else {
      store.remove(pending);
      store.notify('taken', item.post);
    }
    return changed;
  } catch (error) {
    store.replace(pending, item);
    throw error;
  } finally {
    store.publish();
  }
}

/** Undoes the last change of a post; a notice says whether that was possible. */
export async function undoChange(
  store: QueueStore,
  api: ReviewApi,
  item: QueueItem,
  undo: PostChange,
): Promise<void> {
  try {
    const { isSaved, post, reasons } = await changeItem(store, api, item, undo, (undos) =>
      undos.slice(0, -1),
    );
    if (post) store.notify(isSaved ? 'change-undone' : 'change-kept', post, reasons);
  } catch (error) {
    store.notify('change-kept', item.post, api.explain(error));
  }
  store.publish();
}

/** Keeps the answers that were typed for the current post. */
export function keepCurrentDraft(store: QueueStore, draft: Draft | undefined): void {
  const [current] = store.items;
  if (current) store.keepDraft(current.post.id, draft);
}
