/**
 * The reviewer's part of the review queue. A decision shows at once and is saved behind it; the next posts are claimed ahead.
 * What cannot be saved comes back with the reason. Without rendering and without requests of its own, so that it also runs in
 * simulations.
 */
import type { Post } from '@waypost/contract/posts/posts';
import type {
  Decision,
  Draft,
  QueuedPost,
  QueueNotice,
  ReviewApi,
  ReviewState,
  SaveResult,
} from './review-types.ts';
import { judgeResult } from './saving/judge-result.ts';
import { PostSaver } from './saving/post-saver.ts';
import { revertDecision } from './saving/revert-decision.ts';

interface Item extends QueuedPost {
  /** Resolves with the version that a decision is based on, after an undo is saved; null if the post was lost. */
  ready: Promise<Post | null>;
}

interface Entry {
  item: Item;
  decision: Decision;
  /** Resolves with the saved post; null if the decision was not saved. */
  saved: Promise<Post | null>;
}

/** Posts that are held at a time: the current one, and two that are fetched ahead. */
const heldPosts = 3;
/** Posts passed over that are remembered. The request has room for them and for the held ones. */
const maxPassed = 400;
/** The queue of one reviewer in one window. */
export class ReviewQueue {
  readonly #api: ReviewApi;
  readonly #saver: PostSaver;
  readonly #listeners = new Set<() => void>();
  #items: Item[] = [];
  #entries: Entry[] = [];
  #passed: Post[] = [];
  /** Answers that were typed and not saved, by post. */
  readonly #drafts = new Map<number, Draft>();
  #phase: ReviewState['phase'] = 'loading';
  /** Why the last claim failed. */
  #errors: readonly string[] = [];
  #notice: QueueNotice | undefined;
  #filling: Promise<void> | undefined;
  #isClosed = false;
  /** Changes when the queue is emptied: claims that were under way for the old one are released. */
  #generation = 0;
  #state: ReviewState;

  /** @param options.retryDelayMs milliseconds until a failed save is tried again for the first time */
  constructor(api: ReviewApi, options: { retryDelayMs?: number } = {}) {
    this.#api = api;
    this.#saver = new PostSaver(api, {
      ...options,
      onError: () => this.#change(),
    });
    this.#state = this.#buildState();
  }

  /** The current rendering. */
  getState = (): ReviewState => this.#state;

  /** Calls `listener` after every change. @returns a function that removes it */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Claims posts until enough are held. Also after an error, and when nothing was left before. */
  fill(): Promise<void> {
    if (this.#isClosed || this.#phase === 'paused') return Promise.resolve();
    this.#filling ??= this.#claimMissing().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** Decides the current post. It disappears at once. @returns after it was saved or has come back */
  async decide(decision: Decision): Promise<void> {
    const item = this.#items.shift();
    if (!item) return;
    const saved = this.#save(item, decision);
    this.#entries.push({ item, decision, saved });
    this.#change();
    void this.fill();
    await saved;
  }

  /**
   * Passes the current post over: somebody else may have it.
   * @param draft answers that were typed; they are kept for `goBack`
   */
  async pass(draft?: Draft): Promise<void> {
    const item = this.#items.shift();
    if (!item) return;
    if (draft) this.#drafts.set(item.post.id, draft);
    this.#passed = [...this.#passed, item.post].slice(-maxPassed);
    this.#change();
    await this.#api.release([item.post.id]).catch(() => undefined);
    await this.fill();
  }

  /** Removes a post that somebody else takes care of now. */
  async drop(postId: number): Promise<void> {
    const dropped = this.#items.filter(({ post }) => post.id === postId);
    if (dropped.length === 0) return;
    this.#items = this.#items.filter((item) => !dropped.includes(item));
    this.#change();
    await this.#api.release([postId]).catch(() => undefined);
    await this.fill();
  }

  /** Shows a post as it is now, after its revision has changed by something else than a decision. */
  refresh(post: Post): void {
    this.#items = this.#items.map((item) =>
      item.post.id === post.id ? { ...item, post, ready: Promise.resolve(post) } : item,
    );
    this.#change();
  }

  /** Brings the post back that was passed over last, if nobody else has it. */
  async goBack(): Promise<void> {
    const post = this.#passed.at(-1);
    if (!post) return;
    this.#passed = this.#passed.slice(0, -1);
    await this.take(post);
  }

  /** Puts a certain post in front, if nobody else holds it. */
  async take(post: Post): Promise<void> {
    const index = this.#items.findIndex((item) => item.post.id === post.id);
    const [fetched] = index < 0 ? [] : this.#items.splice(index, 1);
    if (fetched) {
      this.#items.unshift(fetched);
      this.#change();
      return;
    }
    try {
      const fresh = await this.#api.claimAgain(post.id);
      if (!fresh) this.#notify('taken', post);
      else {
        if (this.#phase === 'paused') this.#phase = 'ready';
        this.#items.unshift({ post: fresh, reasons: [], ready: Promise.resolve(fresh) });
      }
    } catch (error) {
      this.#notify('taken', post, this.#api.explain(error));
    }
    this.#change();
  }

  /**
   * Gives the current post a survey, after which it can be published.
   * @returns why that was refused; empty if it was saved or the post is gone
   * @throws when the server could not be reached
   */
  async assignSurvey(surveyId: number): Promise<readonly string[]> {
    const [item] = this.#items;
    const post = await item?.ready;
    if (!item || !post) return [];
    const result = await this.#api.save(post, { form: { id: surveyId } });
    if (result.kind === 'refused') return result.reasons;
    // The save has released the claim.
    const isHeld = result.kind !== 'saved' || (await this.#claimAgain(post.id));
    const fresh = result.kind === 'taken' || !isHeld ? null : result.post;
    if (fresh) this.#replace(item, { ...item, post: fresh, ready: Promise.resolve(fresh) });
    else {
      this.#items = this.#items.filter((it) => it !== item);
      this.#notify('taken', post);
    }
    this.#change();
    if (!fresh) await this.fill();
    return result.kind === 'changed' ? result.reasons : [];
  }

  /** Undoes the last decision: the post is as it was before, and in front. @returns after that is saved */
  async undo(): Promise<void> {
    const entry = this.#entries.pop();
    if (!entry) return;
    const { post } = entry.item;
    const item: Item = { post, reasons: [], ready: this.#undoSave(entry) };
    this.#passed = this.#passed.filter(({ id }) => id !== post.id);
    if (this.#phase === 'paused' || this.#phase === 'waiting') this.#phase = 'ready';
    this.#items.unshift(item);
    this.#change();
    const fresh = await item.ready;
    if (fresh) this.#replace(item, { ...item, post: fresh, ready: Promise.resolve(fresh) });
    else this.#items = this.#items.filter((it) => it !== item);
    if (fresh) this.#notify('undone', fresh);
    this.#change();
    if (!fresh) await this.fill();
  }

  /** Renews the claims. Posts that somebody else has taken meanwhile leave the queue. */
  async renew(): Promise<void> {
    const ids = this.#items.map(({ post }) => post.id);
    if (ids.length === 0) return;
    const held = await this.#api.renew(ids).catch(() => ids);
    // A post that was decided or undone meanwhile is not judged by an older response.
    const lost = this.#items.filter(({ post }) => ids.includes(post.id) && !held.includes(post.id));
    const [current] = this.#items;
    this.#items = this.#items.filter((item) => !lost.includes(item) || this.#isUnsaved(item.post.id));
    if (current && !this.#items.includes(current)) this.#notify('taken', current.post);
    if (lost.length === 0) return;
    this.#change();
    await this.fill();
  }

  /**
   * Releases everything and claims nothing more until `resume`.
   * @param draft answers that were typed for the current post
   */
  async pause(draft?: Draft): Promise<void> {
    const [current] = this.#items;
    if (current && draft) this.#drafts.set(current.post.id, draft);
    this.#phase = 'paused';
    await this.#releaseAll();
  }

  /** Continues after `pause`. */
  resume(): Promise<void> {
    if (this.#phase === 'paused') this.#phase = 'loading';
    this.#change();
    return this.fill();
  }

  /** Starts again, after the filters have changed, or to see the posts again that were passed over. */
  async restart(): Promise<void> {
    this.#phase = 'loading';
    this.#passed = [];
    await this.#releaseAll();
    await this.fill();
  }

  /** Begins, or begins again after `close`. */
  open(): Promise<void> {
    this.#isClosed = false;
    return this.fill();
  }

  /** Releases everything. Unsaved decisions are still saved. */
  close(): void {
    this.#isClosed = true;
    if (this.#phase !== 'paused') this.#phase = 'loading';
    void this.#releaseAll();
  }

  /** Resolves when every decision is saved or has come back. */
  async whenSaved(): Promise<void> {
    await Promise.all([...this.#entries.map(({ saved }) => saved), ...this.#items.map(({ ready }) => ready)]);
  }

  async #releaseAll(): Promise<void> {
    const ids = this.#items.map(({ post }) => post.id).filter((id) => !this.#isUnsaved(id));
    this.#items = [];
    this.#generation += 1;
    this.#change();
    if (ids.length > 0) await this.#api.release(ids).catch(() => undefined);
  }

  async #claimMissing(): Promise<void> {
    for (;;) {
      const missing = heldPosts - this.#items.length;
      if (missing <= 0 || this.#isClosed || this.#phase === 'paused') return;
      const generation = this.#generation;
      let posts: Post[];
      try {
        posts = await this.#api.claim(missing, this.#fetchedIds());
      } catch (error) {
        this.#errors = this.#api.explain(error);
        this.#phase = this.#items.length > 0 ? 'ready' : 'failed';
        this.#change();
        return;
      }
      if (this.#generation !== generation) {
        await this.#api.release(posts.map(({ id }) => id)).catch(() => undefined);
        continue;
      }
      this.#errors = [];
      const fetchedIds = new Set(this.#fetchedIds());
      for (const post of posts)
        if (!fetchedIds.has(post.id)) this.#items.push({ post, reasons: [], ready: Promise.resolve(post) });
      this.#phase = this.#items.length > 0 ? 'ready' : 'waiting';
      this.#change();
      if (posts.length < missing) return;
    }
  }

  #fetchedIds(): number[] {
    return [
      ...new Set([
        ...this.#passed.map(({ id }) => id),
        ...this.#saver.listUnsaved(),
        ...this.#items.map(({ post }) => post.id),
      ]),
    ];
  }

  /** Claims a post again whose claim a save has released. @returns false if somebody else has it */
  #claimAgain(id: number): Promise<boolean> {
    return this.#api.claimAgain(id).then(
      (post) => post !== undefined,
      () => true,
    );
  }

  #isUnsaved(id: number): boolean {
    return this.#saver.isUnsaved(id);
  }

  /** Saves until the server answers. @returns the saved post; null if it came back or somebody else has it */
  async #save(item: Item, decision: Decision): Promise<Post | null> {
    const result = await this.#saver.save(item.post.id, item.ready, decision);
    const saved = result ? this.#applyResult(item, decision, result) : null;
    if (!saved) this.#entries = this.#entries.filter((entry) => entry.item !== item);
    this.#change();
    if (!saved) void this.fill();
    return saved;
  }

  /** Does what a response asks for. @returns the saved post; null if the decision does not hold */
  #applyResult(item: Item, decision: Decision, result: SaveResult): Post | null {
    const verdict = judgeResult(item.post, decision, result);
    if (verdict.kind === 'saved') {
      if (result.kind === 'saved') this.#drafts.delete(item.post.id);
      return verdict.post;
    }
    if (verdict.kind === 'returned') this.#bringBack(verdict.post, decision, verdict.reasons);
    else this.#notify(verdict.kind, verdict.post, verdict.reasons);
    return null;
  }

  /** A post that could not be saved comes next: the one in front stays, since a key may just be on its way. */
  #bringBack(post: Post, { values, completed_stages }: Decision, reasons: readonly string[]): void {
    if (values || completed_stages) this.#drafts.set(post.id, { values, completed_stages });
    const item = { post, reasons, ready: Promise.resolve(post) };
    this.#items.splice(this.#items.length > 0 ? 1 : 0, 0, item);
    this.#phase = 'ready';
    this.#notify('returned', post, reasons);
    // The refused save has not released the claim, but it may have expired.
    void this.#api.renew([post.id]).catch(() => undefined);
  }

  /** Saves the state before a decision. @returns the post after that; null if it was lost */
  async #undoSave({ item, decision, saved }: Entry): Promise<Post | null> {
    const current = await saved;
    if (!current) return null;
    const { id } = item.post;
    const change = revertDecision(item.post, decision);
    const result = await this.#saver.save(id, Promise.resolve(current), change);
    if (!result) return null;
    if (result.kind !== 'saved' && (result.kind !== 'changed' || result.post?.status !== 'draft')) {
      this.#notify('decided-otherwise', current, result.reasons);
      return null;
    }
    if (await this.#claimAgain(id)) return result.post ?? item.post;
    this.#notify('taken', item.post);
    return null;
  }

  #replace(item: Item, by: Item): void {
    this.#items = this.#items.map((it) => (it === item ? by : it));
  }

  #notify(kind: QueueNotice['kind'], post: Post, reasons: readonly string[] = []): void {
    this.#notice = { number: (this.#notice?.number ?? 0) + 1, kind, post, reasons };
  }

  #change(): void {
    if (this.#items.length === 0 && this.#phase === 'ready') this.#phase = 'loading';
    this.#state = this.#buildState();
    for (const listener of this.#listeners) listener();
  }

  #buildState(): ReviewState {
    const [current, ...next] = this.#items.map((item) => ({
      ...item,
      draft: this.#drafts.get(item.post.id),
    }));
    const last = this.#entries.at(-1);
    return {
      phase: this.#phase,
      errors: this.#errors,
      saveErrors: this.#saver.lastError === undefined ? [] : this.#api.explain(this.#saver.lastError),
      current,
      next,
      unsavedCount: this.#saver.listUnsaved().length,
      decidedCount: this.#entries.length,
      lastDecision: last && { post: last.item.post, status: last.decision.status },
      passedCount: this.#passed.length,
      notice: this.#notice,
    };
  }
}
