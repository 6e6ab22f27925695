/** The types of the review queue. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { Post, PostInput } from '@waypost/contract/posts/posts';

/** What a decision changes. */
export type Decision = { status: PostStatus } & Pick<PostInput, 'values' | 'completed_stages'>;

/** A survey for a post that came without one. */
export interface SurveyChoice {
  form: { id: number };
}

/** Changed answers by attribute key, and the completed tasks. */
export type Draft = Pick<Decision, 'values' | 'completed_stages'>;

/** The result of a save that reached the server. */
export type SaveResult =
  | { kind: 'saved'; post: Post | null }
  /** The post must be changed first. */
  | { kind: 'refused'; reasons: readonly string[] }
  /** It was saved meanwhile; `post` is as it is now, null if it is gone. */
  | { kind: 'changed'; post: Post | null; reasons: readonly string[] }
  /** Somebody else holds it, or it was deleted. */
  | { kind: 'taken'; reasons: readonly string[] };

/** Saves a change of a post. @throws when the server could not be reached, or cannot do it now */
export type PostChange = (post: Post) => Promise<SaveResult>;

/** The requests of the queue. Each throws when the server could not be reached, or cannot do it now. */
export interface ReviewApi {
  /** @param skippedIds posts that are left out */
  claim: (count: number, skippedIds: readonly number[]) => Promise<Post[]>;
  save: (post: Post, change: Decision | SurveyChoice) => Promise<SaveResult>;
  /** Claims a post that the reviewer has released or decided. @returns undefined if somebody else has it */
  claimAgain: (id: number) => Promise<Post | undefined>;
  /** @returns those of the posts that the reviewer holds now */
  renew: (ids: readonly number[]) => Promise<number[]>;
  release: (ids: readonly number[]) => Promise<void>;
  /** What to show for an error. */
  explain: (error: unknown) => readonly string[];
}

/** A claimed post. */
export interface QueuedPost {
  post: Post;
  /** Answers that were typed and not saved: the decision came back, or the post was passed over. */
  draft?: Draft | undefined;
  /** Why an earlier decision on it could not be saved; empty if there was none. */
  reasons: readonly string[];
  /** How often it was changed while it was in front: its tasks are then shown anew, with what was typed. */
  changeCount: number;
  /** Undo the changes that were saved while it was in front, the latest last. */
  undos: readonly PostChange[];
}

/** What happened to a post that is no longer in front of the reviewer. */
export interface QueueNotice {
  /** Increases with each notice. */
  number: number;
  kind: 'returned' | 'taken' | 'undone' | 'change-undone' | 'change-kept' | 'decided-otherwise';
  post: Post;
  reasons: readonly string[];
}

/** A rendering of the queue. Replaced with every change. */
export interface ReviewState {
  /** `waiting`: nothing is left for now. `paused`: the reviewer has released everything. */
  phase: 'loading' | 'ready' | 'waiting' | 'failed' | 'paused';
  /** Why no posts could be claimed. */
  errors: readonly string[];
  /** Why decisions are not saved yet. */
  saveErrors: readonly string[];
  current: QueuedPost | undefined;
  /** The posts that are fetched ahead. */
  next: readonly QueuedPost[];
  /** Decisions that are not saved yet. */
  unsavedCount: number;
  /** Decisions since the queue was opened, without those that were undone or came back. */
  decidedCount: number;
  /** The last decision, which can be undone. */
  lastDecision: { post: Post; status: PostStatus } | undefined;
  /** Posts that the reviewer has passed over. */
  passedCount: number;
  notice: QueueNotice | undefined;
}

/** What the review screen asks of the tasks. */
export interface ReportTasksHandle {
  /**
   * The decision with the answers; new pictures are uploaded first.
   * @returns undefined when something is missing, which is then shown and focused
   */
  prepare: (status: PostStatus) => Decision | undefined | Promise<Decision | undefined>;
  /** The answers that were changed; undefined if there are none. */
  readDraft: () => Draft | undefined;
  /** The answers to one field; undefined if the tasks do not have it. */
  readAnswers: (key: string) => readonly unknown[] | undefined;
  /** Replaces the answers to one field of the tasks. */
  setAnswers: (key: string, answers: readonly unknown[]) => void;
  /** Focuses the first answer of the open task, or whether it is complete. */
  focus: () => void;
  /** Clears the answers that were read from the text, except those that were changed. */
  clearTextAnswers: () => void;
}
