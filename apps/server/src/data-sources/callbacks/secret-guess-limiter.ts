/**
 * Rate limit of wrong secrets in callbacks of gateways, by caller and by source. An attempt is counted before the secret is checked,
 * so that parallel guesses do not escape the limit, and refunded if the secret was right. Above the limit even the right secret is
 * refused, since the response would reveal it.
 *
 * A caller that has sent the right secret is trusted from then on: it is not counted, and guesses of others do not affect it, since
 * gateways may send hundreds of messages per second and must not be locked out by others. A wrong secret ends the trust.
 */
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import type { ProviderId } from '@waypost/contract/data-sources/data-providers';
import type { Db } from '../../kernel/db/database.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { isAttemptAllowed, refundAttempt, type Throttle } from '../../kernel/limits/throttle.ts';

const { ipAddress: maxPerCaller, dataSource: maxPerSource } = attemptLimits.wrongSecretsPerMinute;
const callerThrottle: Throttle = { name: 'incoming caller', maxAttempts: maxPerCaller, windowSeconds: 60 };
const sourceThrottle: Throttle = { name: 'incoming source', maxAttempts: maxPerSource, windowSeconds: 60 };

/** Maximum number of trusted callers; the least recently used one is dropped first. */
const maxTrustedCallers = 1000;

/** Limits wrong secrets. */
export class SecretGuessLimiter {
  readonly #db: Db;
  readonly #trustedCallers = new Set<string>();
  /** Requests of unknown callers, processed one at a time, so that the first burst of a gateway does not count as guesses. */
  readonly #pendingByCaller = new Map<string, Promise<unknown>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Handles a request, unless there were too many wrong secrets.
   * @param answer checks the secret and handles the request
   * @param isWrong whether the response means that the secret was wrong
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
    const pending = work();
    this.#pendingByCaller.set(
      callerKey,
      pending.catch(() => undefined),
    );
    try {
      return await pending;
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

  /** Marks a caller as trusted and most recently used. */
  #trust(callerKey: string): void {
    this.#trustedCallers.delete(callerKey);
    this.#trustedCallers.add(callerKey);
    for (const oldest of this.#trustedCallers) {
      if (this.#trustedCallers.size <= maxTrustedCallers) return;
      this.#trustedCallers.delete(oldest);
    }
  }
}
