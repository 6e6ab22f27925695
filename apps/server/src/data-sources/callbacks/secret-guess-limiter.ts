/**
 * Slowing down who guesses at the secret of a gateway, by what slows down who guesses at passwords. A try counts before it is
 * looked at, so that many at once are no way around, and is taken back when the secret was right. Beyond the count even the
 * right secret is refused, or the answer would tell it.
 *
 * A caller whose secret was right is known from then on, and neither counted nor held up by what others guess: gateways pour
 * out messages by the hundred a second, and nobody must be able to shut them out. The first wrong secret ends that.
 */

import { limits } from '@waypost/contract/common/limits';
import type { ProviderId } from '@waypost/contract/data-sources/data-providers';
import type { Db } from '../../kernel/db/database.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { isAttemptAllowed, refundAttempt, type Throttle } from '../../kernel/limits/throttle.ts';

const { ipAddress: maxPerCaller, dataSource: maxPerSource } = limits.wrongSecretsPerMinute;
const callerThrottle: Throttle = { name: 'incoming caller', maxAttempts: maxPerCaller, windowSeconds: 60 };
const sourceThrottle: Throttle = { name: 'incoming source', maxAttempts: maxPerSource, windowSeconds: 60 };

/** Callers that are remembered; the one heard of longest ago is forgotten first. */
const maxTrustedCallers = 1000;

export class SecretGuessLimiter {
  readonly #db: Db;
  readonly #trustedCallers = new Set<string>();
  /** Requests of callers that are not known: one at a time, so that a gateway's first hundred are not taken for guesses. */
  readonly #pendingByCaller = new Map<string, Promise<unknown>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Answers a request, unless its caller guessed too often.
   * @param answer looks at the secret
   * @param isWrongPassword whether the answer says that the secret was wrong
   * @throws Problem 429
   */
  async answerLimited<A>(
    source: ProviderId,
    caller: string,
    answer: () => Promise<A>,
    isWrong: (answer: A) => boolean,
  ): Promise<A> {
    const callerKey = `${source} ${caller}`;
    while (!this.#trustedCallers.has(callerKey) && this.#pendingByCaller.has(callerKey))
      await this.#pendingByCaller.get(callerKey);
    if (!this.#trustedCallers.has(callerKey))
      return this.#answerAlone(callerKey, () => this.#answerUnknownCaller(source, caller, answer, isWrong));
    this.#trust(callerKey);
    const response = await answer();
    if (isWrong(response)) {
      this.#trustedCallers.delete(callerKey);
      await this.#countAttempt(source, caller);
    }
    return response;
  }

  async #answerAlone<A>(callerKey: string, work: () => Promise<A>): Promise<A> {
    const working = work();
    this.#pendingByCaller.set(
      callerKey,
      working.catch(() => undefined),
    );
    try {
      return await working;
    } finally {
      this.#pendingByCaller.delete(callerKey);
    }
  }

  async #answerUnknownCaller<A>(
    source: ProviderId,
    caller: string,
    answer: () => Promise<A>,
    isWrong: (answer: A) => boolean,
  ): Promise<A> {
    await this.#countAttempt(source, caller);
    const response = await answer();
    if (isWrong(response)) return response;
    await refundAttempt(this.#db, callerThrottle, caller);
    await refundAttempt(this.#db, sourceThrottle, source);
    this.#trust(`${source} ${caller}`);
    return response;
  }

  /** @throws Problem 429 */
  async #countAttempt(source: ProviderId, caller: string): Promise<void> {
    if (
      !(await isAttemptAllowed(this.#db, callerThrottle, caller)) ||
      !(await isAttemptAllowed(this.#db, sourceThrottle, source))
    )
      throw new Problem('request.too-many');
  }

  /** To the end of the line. */
  #trust(callerKey: string): void {
    this.#trustedCallers.delete(callerKey);
    this.#trustedCallers.add(callerKey);
    for (const oldest of this.#trustedCallers) {
      if (this.#trustedCallers.size <= maxTrustedCallers) return;
      this.#trustedCallers.delete(oldest);
    }
  }
}
