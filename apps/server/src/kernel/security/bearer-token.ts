/** Bearer tokens of requests and their accounts. */
import type { FastifyRequest } from 'fastify';
import { Batcher } from '../batching/batcher.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { Problem } from '../http/problem.ts';

const bearerPattern = /^Bearer +([\w~+/.-]+=*)$/i;

/**
 * The token that came with a request; undefined when none was sent.
 * @throws Problem 401 for another `Authorization` scheme
 */
export function readBearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const token = bearerPattern.exec(header)?.[1];
  if (!token) throw new Problem('request.not-a-bearer');
  return token;
}

/** Finds the accounts of tokens before the transaction of a request; concurrent lookups share one query. */
export class TokenLookup {
  readonly #batcher: Batcher<string, number | null | undefined>;

  /** @param findAccounts the account by token; null for the token of a visitor, no entry for an unknown one */
  constructor(
    db: Db,
    findAccounts: (tx: Tx, tokens: readonly string[]) => Promise<ReadonlyMap<string, number | null>>,
  ) {
    this.#batcher = new Batcher(async (tokens) => {
      const accounts = await inTransaction(db, 'reads', (tx) => findAccounts(tx, [...new Set(tokens)]));
      return tokens.map((token) => accounts.get(token));
    });
  }

  /** Number of lookups that wait for the next batch. */
  get waitingCount(): number {
    return this.#batcher.waitingCount;
  }

  /** @returns id of the account; null for the token of a visitor; undefined for an unknown token */
  accountOf(token: string): Promise<number | null | undefined> {
    return this.#batcher.enqueue(token);
  }
}
