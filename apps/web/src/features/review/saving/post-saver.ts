/** Sends changes of posts until the server answers, and knows which posts have unsaved ones. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Decision, ReviewApi, SaveResult } from '../review-types.ts';

/** Milliseconds until a save is tried again for the first time, and the maximum. */
const firstRetryDelayMs = 1000;
const maxRetryDelayMs = 15_000;

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

interface Options {
  retryDelayMs?: number;
  /** Called when a request failed and is tried again. */
  onError: () => void;
}

/** Saves posts. */
export class PostSaver {
  readonly #api: Pick<ReviewApi, 'save'>;
  readonly #options: Options;
  /** Number of unsaved changes by post. */
  readonly #unsaved = new Map<number, number>();
  #lastError: unknown;

  constructor(api: Pick<ReviewApi, 'save'>, options: Options) {
    this.#api = api;
    this.#options = options;
  }

  /** Why changes are not saved yet: the error of the last request that failed; undefined once everything is saved. */
  get lastError(): unknown {
    return this.#lastError;
  }

  /** Whether changes of the post are not saved yet. */
  isUnsaved(id: number): boolean {
    return this.#unsaved.has(id);
  }

  /** Ids of the posts with unsaved changes. */
  listUnsaved(): number[] {
    return [...this.#unsaved.keys()];
  }

  /**
   * Saves a change, which counts as unsaved from the call on.
   * @param ready the version that it is based on; null if the post was lost
   * @returns undefined if the post was lost
   */
  async save(id: number, ready: Promise<Post | null>, change: Decision): Promise<SaveResult | undefined> {
    this.#unsaved.set(id, (this.#unsaved.get(id) ?? 0) + 1);
    const post = await ready;
    const result = post ? await this.#send(post, change) : undefined;
    const left = (this.#unsaved.get(id) ?? 1) - 1;
    if (left > 0) this.#unsaved.set(id, left);
    else this.#unsaved.delete(id);
    if (this.#unsaved.size === 0) this.#lastError = undefined;
    return result;
  }

  async #send(post: Post, change: Decision): Promise<SaveResult> {
    const { retryDelayMs = firstRetryDelayMs, onError } = this.#options;
    for (let delayMs = retryDelayMs; ; delayMs = Math.min(2 * delayMs, maxRetryDelayMs)) {
      try {
        return await this.#api.save(post, change);
      } catch (error) {
        this.#lastError = error;
        onError();
        await wait(delayMs);
      }
    }
  }
}
