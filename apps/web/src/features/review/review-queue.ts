/**
 * The reviewer's part of the review queue. A decision shows at once and is saved behind it; the next posts are claimed ahead.
 * What cannot be saved comes back with the reason. Without rendering and without requests of its own, so that it also runs in
 * simulations.
 */
import type { Post } from '@waypost/contract/posts/posts';
import { changeItem, keepCurrentDraft, undoChange } from './queue/change-item.ts';
import { createItem } from './queue/queue-item.ts';
import { QueueStore } from './queue/queue-store.ts';
import type { Decision, Draft, PostChange, ReviewApi, ReviewState } from './review-types.ts';
import { DecisionSaver } from './saving/decision-saver.ts';
import { PostSaver } from './saving/post-saver.ts';

/** Posts that are held at a time: the current one, and two that are fetched ahead. */
const heldPosts = 3;
/** Posts passed over that are remembered. The request has room for them and for the held ones. */
const maxPassed = 400;
/** The queue of one reviewer in one window. */
export class ReviewQueue {
  readonly #api: ReviewApi;
  readonly #saver: PostSaver;
  readonly #store: QueueStore;
  readonly #decisions: DecisionSaver;
  #filling: Promise<void> | undefined;
  #isFillWanted = false;
  /** Changes when the queue is emptied: claims that were under way for the old one are released. */
  #generation = 0;
  #changing: Promise<unknown> | undefined;

  /** @param options.retryDelayMs milliseconds until a failed save is tried again for the first time */
  constructor(api: ReviewApi, options: { retryDelayMs?: number } = {}) {
    this.#api = api;
    this.#saver = new PostSaver(api, { ...options, onError: () => this.#store.publish() });
    this.#store = new QueueStore(() => ({
      unsavedCount: this.#saver.listUnsaved().length,
      saveErrors: this.#saver.lastError === undefined ? [] : api.explain(this.#saver.lastError),
    }));
    this.#decisions = new DecisionSaver(this.#store, api, this.#saver);
  }

  /** The current rendering. */
  getState = (): ReviewState => this.#store.getState();

  /** Calls `listener` after every change. @returns a function that removes it */
  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  /** Claims posts until enough are held, or releases the last ones. Also after an error, and when nothing was left before. */
  fill(): Promise<void> {
    if (this.#store.isClosed || this.#store.phase === 'paused') return Promise.resolve();
    this.#isFillWanted = true;
    this.#filling ??= this.#fillWhileWanted();
    return this.#filling;
  }

  /** A post that is decided just when a claim ends needs another claim. */
  async #fillWhileWanted(): Promise<void> {
    try {
      while (this.#isFillWanted) {
        this.#isFillWanted = false;
        await this.#claimMissing();
      }
    } finally {
      this.#filling = undefined;
    }
  }

  /** Decides the current post, which disappears at once. @param draft answers typed, for when it comes back. */
  async decide(decision: Decision, draft?: Draft): Promise<void> {
    const item = this.#store.items.shift();
    if (!item) return;
    this.#store.drafts.delete(item.post.id);
    const saved = this.#decisions.save(item, decision, draft);
    this.#store.entries.push({ item, decision, draft, saved });
    this.#store.publish();
    void this.fill();
    if (!(await saved)) await this.fill();
  }

  /**
   * Passes the current post over: somebody else may have it.
   * @param draft answers that were typed; they are kept for `goBack`
   */
  async pass(draft?: Draft): Promise<void> {
    const item = this.#store.items.shift();
    if (!item) return;
    this.#store.keepDraft(item.post.id, draft);
    this.#store.passed = [...this.#store.passed, item.post].slice(-maxPassed);
    this.#store.publish();
    await this.#api.release([item.post.id]).catch(() => undefined);
    await this.fill();
  }

  /** Removes a post that somebody else takes care of now. */
  async drop(postId: number): Promise<void> {
    const dropped = this.#store.items.filter(({ post }) => post.id === postId);
    if (dropped.length === 0) return;
    this.#store.items = this.#store.items.filter((item) => !dropped.includes(item));
    this.#store.publish();
    await this.#api.release([postId]).catch(() => undefined);
    await this.fill();
  }

  /** Shows a post as it is now, after its revision has changed by something else than a decision. */
  refresh(post: Post): void {
    this.#store.items = this.#store.items.map((item) =>
      item.post.id === post.id ? { ...item, post, ready: Promise.resolve(post) } : item,
    );
    this.#store.publish();
  }

  /** Brings the post back that was passed over last, if nobody else has it. */
  async goBack(): Promise<void> {
    const post = this.#store.passed.at(-1);
    if (!post) return;
    this.#store.passed = this.#store.passed.slice(0, -1);
    await this.take(post);
  }

  /** Puts a certain post in front, if nobody else holds it. */
  async take(post: Post): Promise<void> {
    const index = this.#store.items.findIndex((item) => item.post.id === post.id);
    const [fetched] = index < 0 ? [] : this.#store.items.splice(index, 1);
    if (fetched) {
      this.#store.items.unshift(fetched);
      this.#store.publish();
      return;
    }
    try {
      const fresh = await this.#api.claimAgain(post.id);
      if (!fresh) this.#store.notify(post.status === 'draft' ? 'taken' : 'decided-otherwise', post);
      else if (this.#store.isClosed) await this.#api.release([post.id]);
      else {
        if (this.#store.phase === 'paused') this.#store.phase = 'ready';
        this.#store.items.unshift(createItem(fresh));
      }
    } catch (error) {
      this.#store.notify('taken', post, this.#api.explain(error));
    }
    this.#store.publish();
    await this.fill();
  }

  /** Gives the current post a survey, after which it can be published. @param undo takes it away again; as `changeCurrent` */
  assignSurvey(surveyId: number, undo: PostChange): Promise<readonly string[]> {
    return this.changeCurrent((post) => this.#api.save(post, { form: { id: surveyId } }), { undo });
  }

  /**
   * Saves a change of the current post, which stays in front.
   * @param options.undo undoes it
   * @param options.draft answers that were typed; they are kept
   * @returns why that was refused; empty if it was saved or the post is gone
   * @throws when the server could not be reached
   */
  async changeCurrent(
    change: PostChange,
    { undo, draft }: { undo?: PostChange; draft?: Draft | undefined } = {},
  ): Promise<readonly string[]> {
    const [item] = this.#store.items;
    if (!item) return [];
    keepCurrentDraft(this.#store, draft);
    const { reasons } = await this.#track(changeItem(this.#store, this.#api, item, change, undo));
    void this.fill();
    return reasons;
  }

  /** Resolves when the change of the current post, or its undo, is saved or refused; undefined if none is being saved. */
  whenChanged(): Promise<unknown> | undefined {
    return this.#changing;
  }

  #track<T>(change: Promise<T>): Promise<T> {
    const changing = change
      .catch(() => undefined)
      .finally(() => {
        if (this.#changing === changing) this.#changing = undefined;
      });
    this.#changing = changing;
    return change;
  }

  /**
   * Undoes the last change of the current post, or else the last decision: the post is as it was before, and in front.
   * @param draft answers that were typed for the current post
   * @returns after that is saved
   */
  async undo(draft?: Draft): Promise<void> {
    const [current] = this.#store.items;
    const undo = current && this.#store.listUndos(current.post.id).at(-1);
    keepCurrentDraft(this.#store, draft);
    if (current && undo) {
      await this.#track(undoChange(this.#store, this.#api, current, undo));
      return this.fill();
    }
    const entry = this.#store.entries.pop();
    if (!entry) return;
    const { post } = entry.item;
    this.#store.keepDraft(post.id, entry.draft);
    const item = createItem(post, { ready: this.#decisions.undo(entry) });
    this.#store.passed = this.#store.passed.filter(({ id }) => id !== post.id);
    if (this.#store.phase === 'paused' || this.#store.phase === 'waiting') this.#store.phase = 'ready';
    this.#store.items.unshift(item);
    this.#store.publish();
    void this.fill();
    const fresh = await item.ready;
    const isQueued = this.#store.items.includes(item);
    if (!fresh) this.#store.remove(item);
    else if (isQueued) {
      this.#store.replace(item, { ...item, post: fresh, ready: Promise.resolve(fresh) });
      this.#store.notify('undone', fresh);
    } else if (!this.#saver.isUnsaved(post.id)) {
      // Passed over or released meanwhile: the undo has claimed it again.
      await this.#api.release([post.id]).catch(() => undefined);
    }
    this.#store.publish();
    if (!fresh) await this.fill();
  }

  /** Renews the claims; posts that somebody else has taken leave the queue. @returns whether the server has renewed them */
  async renew(): Promise<boolean> {
    const ids = this.#store.items.map(({ post }) => post.id);
    if (ids.length === 0) return false;
    const renewed = await this.#api.renew(ids).catch(() => undefined);
    const held = renewed ?? ids;
    // A post that was decided or undone meanwhile is not judged by an older response.
    const lost = this.#store.items.filter(({ post }) => ids.includes(post.id) && !held.includes(post.id));
    const [current] = this.#store.items;
    this.#store.items = this.#store.items.filter(
      (item) => !lost.includes(item) || this.#saver.isUnsaved(item.post.id),
    );
    if (current && !this.#store.items.includes(current)) this.#store.notify('taken', current.post);
    if (lost.length > 0) {
      this.#store.publish();
      await this.fill();
    }
    return renewed !== undefined;
  }

  /** Releases everything and claims nothing more until `resume`. @param draft answers typed for the current post */
  async pause(draft?: Draft): Promise<void> {
    keepCurrentDraft(this.#store, draft);
    this.#store.phase = 'paused';
    await this.#releaseAll();
  }

  /** Continues after `pause`. */
  resume(): Promise<void> {
    if (this.#store.phase === 'paused') this.#store.phase = 'loading';
    this.#store.publish();
    return this.fill();
  }

  /** Starts again, after the filters have changed, or to see the posts again that were passed over. */
  async restart(): Promise<void> {
    this.#store.phase = 'loading';
    this.#store.passed = [];
    await this.#releaseAll();
    await this.fill();
  }

  /** Begins, or begins again after `close`. @param first comes first, if nobody else holds it */
  async open(first?: Promise<Post | undefined>): Promise<void> {
    this.#store.isClosed = false;
    const post = first && (await first);
    if (post && !this.#store.isClosed) await this.take(post);
    await this.fill();
  }

  /** Releases everything. Unsaved decisions are still saved. */
  close(): void {
    this.#store.isClosed = true;
    if (this.#store.phase !== 'paused') this.#store.phase = 'loading';
    void this.#releaseAll();
  }

  /** Resolves when every decision is saved or has come back. */
  async whenSaved(): Promise<void> {
    await Promise.all([
      ...this.#store.entries.map(({ saved }) => saved),
      ...this.#store.items.map(({ ready }) => ready),
    ]);
  }

  async #releaseAll(): Promise<void> {
    const ids = this.#store.items.map(({ post }) => post.id).filter((id) => !this.#saver.isUnsaved(id));
    this.#store.items = [];
    this.#generation += 1;
    this.#store.publish();
    if (ids.length > 0) await this.#api.release(ids).catch(() => undefined);
  }

  async #claimMissing(): Promise<void> {
    for (;;) {
      const missing = heldPosts - this.#store.items.length;
      if (this.#store.isClosed || this.#store.phase === 'paused') return;
      if (missing <= 0) {
        await this.#releaseSurplus();
        return;
      }
      const generation = this.#generation;
      let posts: Post[];
      try {
        posts = await this.#api.claim(missing, this.#fetchedIds());
      } catch (error) {
        this.#store.errors = this.#api.explain(error);
        this.#store.phase = this.#store.items.length > 0 ? 'ready' : 'failed';
        this.#store.publish();
        return;
      }
      if (this.#generation !== generation) {
        await this.#api.release(posts.map(({ id }) => id)).catch(() => undefined);
        continue;
      }
      this.#store.errors = [];
      const fetchedIds = new Set(this.#fetchedIds());
      for (const post of posts) if (!fetchedIds.has(post.id)) this.#store.items.push(createItem(post));
      this.#store.phase = this.#store.items.length > 0 ? 'ready' : 'waiting';
      this.#store.publish();
      if (posts.length < missing) return;
    }
  }

  /** Releases the last posts of a queue that undos have made longer. Those that came back with a reason stay. */
  async #releaseSurplus(): Promise<void> {
    const surplus = this.#store.items.slice(heldPosts).filter(({ reasons }) => reasons.length === 0);
    if (surplus.length === 0) return;
    for (const item of surplus) this.#store.remove(item);
    this.#store.publish();
    // The undo of an unsaved one is saved first, which releases it.
    const ids = surplus.map(({ post }) => post.id).filter((id) => !this.#saver.isUnsaved(id));
    if (ids.length > 0) await this.#api.release(ids).catch(() => undefined);
  }

  #fetchedIds(): number[] {
    return [
      ...new Set([
        ...this.#store.passed.map(({ id }) => id),
        ...this.#saver.listUnsaved(),
        ...this.#store.items.map(({ post }) => post.id),
      ]),
    ];
  }
}
