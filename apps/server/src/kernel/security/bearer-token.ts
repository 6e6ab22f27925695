/** Bearer tokens of requests and their accounts. */
import type { FastifyRequest } from 'fastify';
import { Batcher } from '../batching/batcher.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import type { Viewer } from './viewer.ts';

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

/** Finds the accounts of tokens before the transaction of a request; concurrent lookups share one query transaction. */
export class TokenLookup {
  readonly #batcher: Batcher<string, number | null | undefined>;

  constructor(db: Db, authenticate: (tx: Tx, token: string) => Promise<Viewer | undefined>) {
    this.#batcher = new Batcher((tokens) =>
      inTransaction(db, 'reads', async (tx) => {
        const accountByToken = new Map<string, number | null | undefined>();
        for (const token of new Set(tokens)) accountByToken.set(token, (await authenticate(tx, token))?.id);
        return tokens.map((token) => accountByToken.get(token));
      }),
    );
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
