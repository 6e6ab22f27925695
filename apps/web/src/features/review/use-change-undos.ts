/** Undoing merges and assignments with the key that undoes decisions, the latest first. */
import { useState } from 'react';
import type { ReviewState } from './review-types.ts';

interface UndoEntry {
  /** Names what was changed, such as `merge:7`. */
  key: string;
  undo: () => void;
  /** What could be undone when it was changed: everything that is newer is undone first. */
  decidedCount: number;
  shownId: number | undefined;
  undoCount: number;
}

/** What can be undone besides decisions. */
export interface ChangeUndos {
  /** Records a change, or that it was undone. */
  record: (key: string, undo: (() => void) | undefined) => void;
  /** Undoes the latest change; undefined if a decision or a change of the current post is newer, or there is none. */
  undoLatest: (() => void) | undefined;
}

/** Whether something else was done after the change. */
const isOutdated = (entry: UndoEntry, { decidedCount, current }: ReviewState): boolean => {
  const changes = current?.undos.length ?? 0;
  return (
    decidedCount > entry.decidedCount || changes > (current?.post.id === entry.shownId ? entry.undoCount : 0)
  );
};

/** The changes since the screen was opened. */
export function useChangeUndos(state: ReviewState): ChangeUndos {
  const [entries, setEntries] = useState<readonly UndoEntry[]>([]);
  const latest = entries.at(-1);
  const remove = (before: readonly UndoEntry[], key: string) => {
    const index = before.findLastIndex((entry) => entry.key === key);
    return index < 0 ? before : before.toSpliced(index, 1);
  };
  return {
    record: (key, undo) =>
      setEntries((before) =>
        undo
          ? [
              ...before,
              {
                key,
                undo,
                decidedCount: state.decidedCount,
                shownId: state.current?.post.id,
                undoCount: state.current?.undos.length ?? 0,
              },
            ]
          : remove(before, key),
      ),
    undoLatest:
      latest && !isOutdated(latest, state)
        ? () => {
            setEntries((before) => before.filter((entry) => entry !== latest));
            latest.undo();
          }
        : undefined,
  };
}
