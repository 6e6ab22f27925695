/**
 * What is to be done once it is known how a transaction ended: files, unlike rows, are not rolled back by the database.
 */
import { outageOf } from '../outage.ts';

type Hook = () => Promise<void>;

/** Work to do after the commit, or after the transaction failed. Nothing of it may fail the request any more. */
export class TransactionHooks {
  /** Nothing is left to do in the transaction but to commit it: whether a fault came before or after that is not known. */
  isCommitting = false;
  readonly #onCommit: Hook[] = [];
  readonly #onFailure: Hook[] = [];

  /** For what must not happen unless the rows say so, such as removing a deleted picture's file. */
  onCommit(work: Hook): void {
    this.#onCommit.push(work);
  }

  /** For undoing what was done before the transaction, such as storing an upload. */
  onFailure(work: Hook): void {
    this.#onFailure.push(work);
  }

  /**
   * Does what is due, all of it.
   * @param onError gets the errors: what was left undone is untidy, but the answer stands
   */
  async run(committed: boolean, onError: (error: unknown) => void): Promise<void> {
    const hooks = committed ? this.#onCommit : this.#onFailure;
    for (const result of await Promise.allSettled(hooks.map((work) => work())))
      if (result.status === 'rejected') onError(result.reason);
  }

  /**
   * Does what is due after a fault, as far as it is certain that nothing was committed: a line may break in the middle of a
   * commit, and a file too many is better than one that is missing.
   */
  async runAfterError(error: unknown, onError: (error: unknown) => void): Promise<void> {
    if (!this.isCommitting || outageOf(error) === undefined) await this.run(false, onError);
  }
}
