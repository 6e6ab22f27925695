/**
 * Work that callers share: what is asked for while a round is under way waits for the next one, which does it for all of them
 * at once. Nobody waits on purpose: a round begins as soon as there is something to do, and grows only where it has to wait.
 */

interface Waiting<In, Out> {
  asked: In;
  resolve: (out: Out) => void;
  reject: (error: unknown) => void;
}

export class Rounds<In, Out> {
  readonly #work: (asked: readonly In[]) => Promise<readonly Out[]>;
  readonly #most: number;
  #waiting: Waiting<In, Out>[] = [];
  #isUnderWay = false;

  /**
   * @param work answers in the order in which it was asked. When it fails it is done again for each alone, so that nobody
   *   fails for another's sake: it must bear to be done twice.
   * @param most in one round
   */
  constructor(work: (asked: readonly In[]) => Promise<readonly Out[]>, most = 200) {
    this.#work = work;
    this.#most = most;
  }

  /** Whether somebody who comes now has to wait. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** How many wait for a round that has not begun. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Has something done by a round that begins after this was called. */
  do(asked: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      if (!this.#isUnderWay) void this.#goOn();
    });
  }

  async #goOn(): Promise<void> {
    this.#isUnderWay = true;
    while (this.#waiting.length > 0) await this.#round(this.#waiting.splice(0, this.#most));
    this.#isUnderWay = false;
  }

  async #round(waiting: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await this.#work(waiting.map((it) => it.asked));
      for (const [at, { resolve }] of waiting.entries()) resolve(outs[at] as Out);
    } catch (error) {
      if (waiting.length === 1) waiting[0]?.reject(error);
      else for (const one of waiting) await this.#round([one]);
    }
  }
}
