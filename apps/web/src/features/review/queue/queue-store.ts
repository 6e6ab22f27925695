/** The posts of a review queue and what is rendered of them. Without requests. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Decision, Draft, PostChange, QueueNotice, ReviewState } from '../review-types.ts';
import type { QueueItem } from './queue-item.ts';

/** A decision that can be undone. */
export interface QueueEntry {
  item: QueueItem;
  decision: Decision;
  /** The answers that were typed for it. */
  draft: Draft | undefined;
  /** Resolves with the saved post; null if the decision was not saved. */
  saved: Promise<Post | null>;
}

/** What the queue does not hold itself: unsaved decisions, and why they are not saved yet. */
type ReadUnsaved = () => { unsavedCount: number; saveErrors: readonly string[] };

/** The posts of one queue. `publish` renders what was changed. */
export class QueueStore {
  /** The current post, then those that are fetched ahead. */
  items: QueueItem[] = [];
  /** Decisions, the latest last. */
  entries: QueueEntry[] = [];
  /** Posts that were passed over, the latest last. */
  passed: Post[] = [];
  /** Answers that were typed and not saved, by post. */
  readonly drafts = new Map<number, Draft>();
  /** Undo the changes of each post, the latest last, also after a decision on it was taken back. */
  readonly #undos = new Map<number, readonly PostChange[]>();
  phase: ReviewState['phase'] = 'loading';
  /** Whether the screen was left: nothing is claimed any more. */
  isClosed = false;
  /** Why the last claim failed. */
  errors: readonly string[] = [];
  #notice: QueueNotice | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #readUnsaved: ReadUnsaved;
  #state: ReviewState;

  constructor(readUnsaved: ReadUnsaved) {
    this.#readUnsaved = readUnsaved;
    this.#state = this.#buildState();
  }

  /** The current rendering. */
  getState = (): ReviewState => this.#state;

  /** Calls `listener` after every change. @returns a function that removes it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Puts an item in the place of another one; does nothing if that one has left the queue. */
  replace(item: QueueItem, by: QueueItem): void {
    this.items = this.items.map((it) => (it === item ? by : it));
  }

  /** Removes an item. */
  remove(item: QueueItem): void {
    this.items = this.items.filter((it) => it !== item);
  }

  /** Keeps answers that were typed for a post. */
  keepDraft(postId: number, draft: Draft | undefined): void {
    if (draft) this.drafts.set(postId, draft);
  }

  /** The changes of a post that can be undone, the latest last. */
  listUndos(postId: number): readonly PostChange[] {
    return this.#undos.get(postId) ?? [];
  }

  /** Adds the undo of a change that is being saved. */
  addUndo(postId: number, undo: PostChange): void {
    this.#undos.set(postId, [...this.listUndos(postId), undo]);
  }

  /** Removes an undo: it runs, or the change was not saved. */
  removeUndo(postId: number, undo: PostChange): void {
    const undos = this.listUndos(postId);
    this.#undos.set(
      postId,
      undos.filter((_, index) => index !== undos.lastIndexOf(undo)),
    );
  }

  /** Says what happened to a post. */
  notify(kind: QueueNotice['kind'], post: Post, reasons: readonly string[] = []): void {
    this.#notice = { number: (this.#notice?.number ?? 0) + 1, kind, post, reasons };
  }

  /** Renders the changes. */
  publish(): void {
    if (this.items.length === 0 && this.phase === 'ready') this.phase = 'loading';
    this.#state = this.#buildState();
    for (const listener of this.#listeners) listener();
  }

  #buildState(): ReviewState {
    const [current, ...next] = this.items.map((item) => ({
      ...item,
      draft: this.drafts.get(item.post.id),
      undos: this.listUndos(item.post.id),
    }));
    const last = this.entries.at(-1);
    return {
      phase: this.phase,
      errors: this.errors,
      ...this.#readUnsaved(),
      current,
      next,
      decidedCount: this.entries.length,
      lastDecision: last && { post: last.item.post, status: last.decision.status },
      passedCount: this.passed.length,
      notice: this.#notice,
    };
  }
}
