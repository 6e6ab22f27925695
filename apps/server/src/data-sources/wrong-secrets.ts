/**
 * Slowing down who guesses at the secret of a gateway, by what slows down who guesses at passwords. A try counts before it is
 * looked at, so that many at once are no way around, and is taken back when the secret was right. Beyond the count even the
 * right secret is refused, or the answer would tell it.
 *
 * A caller whose secret was right is known from then on, and neither counted nor held up by what others guess: gateways pour
 * out messages by the hundred a second, and nobody must be able to shut them out. The first wrong secret ends that.
 */
import type { ProviderId } from '@waypost/contract/data-providers';
import { limits } from '@waypost/contract/limits';
import type { Db } from '../kernel/db.ts';
import { Problem } from '../kernel/problem.ts';
import { giveBack, isWithin, type Throttle } from '../kernel/throttle.ts';

const { caller: ofCaller, source: ofSource } = limits.wrongSecretsAMinute;
const perCaller: Throttle = { name: 'incoming caller', most: ofCaller, seconds: 60 };
const perSource: Throttle = { name: 'incoming source', most: ofSource, seconds: 60 };

/** Callers that are remembered; the one heard of longest ago is forgotten first. */
const mostKnown = 1000;

export class WrongSecrets {
  readonly #db: Db;
  readonly #known = new Set<string>();
  /** Requests of callers that are not known: one at a time, so that a gateway's first hundred are not taken for guesses. */
  readonly #strange = new Map<string, Promise<unknown>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Answers a request, unless its caller guessed too often.
   * @param answer looks at the secret
   * @param isWrong whether the answer says that the secret was wrong
   * @throws Problem 429
   */
  async slowDown<A>(
    source: ProviderId,
    caller: string,
    answer: () => Promise<A>,
    isWrong: (answer: A) => boolean,
  ): Promise<A> {
    const who = `${source} ${caller}`;
    while (!this.#known.has(who) && this.#strange.has(who)) await this.#strange.get(who);
    if (!this.#known.has(who))
      return this.#meet(who, () => this.#ofStranger(source, caller, answer, isWrong));
    this.#remember(who);
    const given = await answer();
    if (isWrong(given)) {
      this.#known.delete(who);
      await this.#count(source, caller);
    }
    return given;
  }

  async #meet<A>(who: string, work: () => Promise<A>): Promise<A> {
    const working = work();
    this.#strange.set(
      who,
      working.catch(() => undefined),
    );
    try {
      return await working;
    } finally {
      this.#strange.delete(who);
    }
  }

  async #ofStranger<A>(
    source: ProviderId,
    caller: string,
    answer: () => Promise<A>,
    isWrong: (answer: A) => boolean,
  ): Promise<A> {
    await this.#count(source, caller);
    const given = await answer();
    if (isWrong(given)) return given;
    await giveBack(this.#db, perCaller, caller);
    await giveBack(this.#db, perSource, source);
    this.#remember(`${source} ${caller}`);
    return given;
  }

  /** @throws Problem 429 */
  async #count(source: ProviderId, caller: string): Promise<void> {
    if (!(await isWithin(this.#db, perCaller, caller)) || !(await isWithin(this.#db, perSource, source)))
      throw new Problem('request.too-many');
  }

  /** To the end of the line. */
  #remember(who: string): void {
    this.#known.delete(who);
    this.#known.add(who);
    for (const oldest of this.#known) {
      if (this.#known.size <= mostKnown) return;
      this.#known.delete(oldest);
    }
  }
}
