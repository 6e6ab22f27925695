/** Selection of several posts in the list: one by one, in ranges, or all that match the filters. */
import type { Post } from '@waypost/contract/posts/posts';
import { useMemo, useRef, useState } from 'react';

/** The selected posts, and functions to change the selection. */
export interface PostSelection {
  /** The selected loaded posts in list order, without posts that have left the list. */
  posts: readonly Post[];
  /** Whether all posts that match the filters are selected, also those that are not loaded. */
  isAllMatching: boolean;
  has: (id: number) => boolean;
  setSelected: (ids: readonly number[], isOn: boolean) => void;
  /** Selects or deselects one post; with `isRange` all posts from the one that was changed last up to it. */
  toggle: (id: number, isOn: boolean, isRange: boolean) => void;
  selectAllMatching: () => void;
  clear: () => void;
}

interface SelectionState {
  ids: ReadonlySet<number>;
  /** The filters whose matches are all selected. */
  allMatching: string | null;
}

const emptySelection: SelectionState = { ids: new Set(), allMatching: null };

/** The ids from one post to another in list order, both included; only the second one if the first has left the list. */
export function findRange(posts: readonly Post[], fromId: number | undefined, toId: number): number[] {
  const from = posts.findIndex(({ id }) => id === fromId);
  const to = posts.findIndex(({ id }) => id === toId);
  if (from === -1 || to === -1) return [toId];
  return posts.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
}

/**
 * @param listKey identifies the filters: a selection of all matches ends when they change
 * @returns null until `start` is called, and after `stop`
 */
export function usePostSelection(
  posts: readonly Post[],
  listKey: string,
): {
  selection: PostSelection | null;
  start: () => void;
  stop: () => void;
} {
  const [state, setState] = useState<SelectionState | null>(null);
  const lastChangedId = useRef<number>(undefined);
  const selection = useMemo((): PostSelection | null => {
    if (state === null) return null;
    const isAllMatching = state.allMatching === listKey;
    const loadedIds = posts.map(({ id }) => id);
    const setSelected = (changedIds: readonly number[], isOn: boolean) => {
      // Deselecting one of all matches leaves the other loaded posts.
      const next = new Set(isAllMatching ? loadedIds : state.ids);
      for (const id of changedIds)
        if (isOn) next.add(id);
        else next.delete(id);
      setState({ ids: next, allMatching: null });
    };
    return {
      posts: isAllMatching ? posts : posts.filter((post) => state.ids.has(post.id)),
      isAllMatching,
      has: (id) => isAllMatching || state.ids.has(id),
      setSelected,
      toggle(id, isOn, isRange) {
        setSelected(isRange ? findRange(posts, lastChangedId.current, id) : [id], isOn);
        lastChangedId.current = id;
      },
      selectAllMatching: () => setState({ ids: new Set(loadedIds), allMatching: listKey }),
      clear: () => setState(emptySelection),
    };
  }, [state, posts, listKey]);
  const start = () => {
    lastChangedId.current = undefined;
    setState(emptySelection);
  };
  return { selection, start, stop: () => setState(null) };
}
