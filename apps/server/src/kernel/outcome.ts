/**
 * What is to be done once it is known how a transaction ended: files, unlike rows, are not rolled back by the database.
 */

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
}
