/**
 * Hooks that run after a transaction has committed or failed: the database does not roll back files.
 */
import { outageOf } from '../outage.ts';

type Hook = () => Promise<void>;

/** Work after the commit, or after the transaction failed. Its errors do not fail the request. */
export class TransactionHooks {
  /** Set when only the commit is left: whether a later error came before or after the commit is unknown. */
  isCommitting = false;
  readonly #onCommit: Hook[] = [];
  readonly #onFailure: Hook[] = [];

  /** For work that depends on committed rows, such as removing the file of a deleted picture. */
  onCommit(work: Hook): void {
    this.#onCommit.push(work);
  }

  /** For undoing work before the transaction, such as storing an upload. */
  onFailure(work: Hook): void {
    this.#onFailure.push(work);
  }

  /** @returns a function that removes what a handler registers from now on, for running the handler once more */
  checkpoint(): () => void {
    const [commitCount, failureCount] = [this.#onCommit.length, this.#onFailure.length];
    return () => {
      this.#onCommit.length = commitCount;
      this.#onFailure.length = failureCount;
      this.isCommitting = false;
    };
  }

  /**
   * Runs all hooks of one kind.
   * @param onError called for each hook that fails; the response is sent all the same
   */
  async run(committed: boolean, onError: (error: unknown) => void): Promise<void> {
    const hooks = committed ? this.#onCommit : this.#onFailure;
    for (const result of await Promise.allSettled(hooks.map((work) => work())))
      if (result.status === 'rejected') onError(result.reason);
  }

  /**
   * Runs the failure hooks if it is certain that nothing was committed. A connection may break during a commit, and a file too
   * many is better than a missing one.
   */
  async runAfterError(error: unknown, onError: (error: unknown) => void): Promise<void> {
    if (!this.isCommitting || outageOf(error) === undefined) await this.run(false, onError);
  }
}
