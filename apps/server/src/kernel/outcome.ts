/**
 * What is to be done once it is known how a transaction ended: files, unlike rows, are not rolled back by the database.
 */
import { outageOf } from './outage.ts';

type Work = () => Promise<void>;

/** Work to do after the commit, or after the transaction failed. Nothing of it may fail the request any more. */
export class Outcome {
  /** Nothing is left to do in the transaction but to commit it: whether a fault came before or after that is not known. */
  isAtCommit = false;
  readonly #onCommit: Work[] = [];
  readonly #onFailure: Work[] = [];

  /** For what must not happen unless the rows say so, such as removing a deleted picture's file. */
  onCommit(work: Work): void {
    this.#onCommit.push(work);
  }

  /** For undoing what was done before the transaction, such as storing an upload. */
  onFailure(work: Work): void {
    this.#onFailure.push(work);
  }

  /**
   * Does what is due, all of it.
   * @param tell gets the errors: what was left undone is untidy, but the answer stands
   */
  async settle(committed: boolean, tell: (error: unknown) => void): Promise<void> {
    const due = committed ? this.#onCommit : this.#onFailure;
    for (const result of await Promise.allSettled(due.map((work) => work())))
      if (result.status === 'rejected') tell(result.reason);
  }

  /**
   * Does what is due after a fault, as far as it is certain that nothing was committed: a line may break in the middle of a
   * commit, and a file too many is better than one that is missing.
   */
  async settleFault(fault: unknown, tell: (error: unknown) => void): Promise<void> {
    if (!this.isAtCommit || outageOf(fault) === undefined) await this.settle(false, tell);
  }
}
