/** Saves decisions behind the screen, and undoes them. What cannot be saved comes back with the reason. */
import type { Post } from '@waypost/contract/posts/posts';
import { createItem, type QueueItem } from '../queue/queue-item.ts';
import type { QueueEntry, QueueStore } from '../queue/queue-store.ts';
import type { Decision, Draft, ReviewApi, SaveResult } from '../review-types.ts';
import { judgeResult } from './judge-result.ts';
import type { PostSaver } from './post-saver.ts';
import { revertDecision } from './revert-decision.ts';

/** The decisions of one queue. */
export class DecisionSaver {
  readonly #store: QueueStore;
  readonly #api: ReviewApi;
  readonly #saver: PostSaver;

  constructor(store: QueueStore, api: ReviewApi, saver: PostSaver) {
    this.#store = store;
    this.#api = api;
    this.#saver = saver;
  }

  /** Saves until the server answers. @returns the saved post; null if it came back or somebody else has it */
  async save(item: QueueItem, decision: Decision, draft: Draft | undefined): Promise<Post | null> {
    const { id } = item.post;
    const result = await this.#saver.save(id, item.ready, decision);
    // What the decision is based on, which is newer than what was shown where an undo was being saved.
    const post = (await item.ready) ?? item.post;
    if (!result) this.#store.keepDraft(id, draft);
    const saved = result ? this.#applyResult(post, decision, draft, result) : null;
    if (!saved) this.#store.entries = this.#store.entries.filter((entry) => entry.item !== item);
    this.#store.publish();
    return saved;
  }

  /** Saves the state before a decision. @returns the post after that; null if it was lost */
  async undo({ item, decision, saved }: QueueEntry): Promise<Post | null> {
    const current = await saved;
    if (!current) return null;
    const { id } = item.post;
    const change = revertDecision((await item.ready) ?? item.post, decision);
    const result = await this.#saver.save(id, Promise.resolve(current), change);
    if (!result) return null;
    if (result.kind !== 'saved' && (result.kind !== 'changed' || result.post?.status !== 'draft')) {
      this.#store.notify('decided-otherwise', current, result.reasons);
      return null;
    }
    // The save has released the claim.
    const isHeld = await this.#api.claimAgain(id).then(
      (post) => post !== undefined,
      () => true,
    );
    if (isHeld) return result.post ?? item.post;
    this.#store.notify('taken', item.post);
    return null;
  }

  /** Does what a response asks for. @returns the saved post; null if the decision does not hold */
  #applyResult(post: Post, decision: Decision, draft: Draft | undefined, result: SaveResult): Post | null {
    const verdict = judgeResult(post, decision, result);
    if (verdict.kind === 'saved') return verdict.post;
    if (verdict.kind === 'returned') this.#bringBack(verdict.post, draft, verdict.reasons);
    else this.#store.notify(verdict.kind, verdict.post, verdict.reasons);
    return null;
  }

  /** A post that could not be saved comes next: the one in front stays, since a key may just be on its way. */
  #bringBack(post: Post, draft: Draft | undefined, reasons: readonly string[]): void {
    this.#store.keepDraft(post.id, draft);
    const { items } = this.#store;
    items.splice(items.length > 0 ? 1 : 0, 0, createItem(post, { reasons }));
    this.#store.phase = 'ready';
    this.#store.notify('returned', post, reasons);
    // The refused save has not released the claim, but it may have expired.
    if (!this.#store.isClosed) void this.#api.renew([post.id]).catch(() => undefined);
  }
}
