/** Tokens that come with requests, and who holds them. */
import type { FastifyRequest } from 'fastify';
import { Batcher } from '../batching/batcher.ts';
import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { Problem } from '../http/problem.ts';
import type { Viewer } from './viewer.ts';

const bearerPattern = /^Bearer +([\w~+/.-]+=*)$/i;

/**
 * The token that came with a request; undefined when none was sent.
 * @throws Problem 401 for an `Authorization` of another kind
 */
export function readBearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const token = bearerPattern.exec(header)?.[1];
  if (!token) throw new Problem('request.not-a-bearer');
  return token;
}

/** Looks up who holds tokens before a request's own transaction: of requests that come at the same time, together. */
export class TokenLookup {
  readonly #batcher: Batcher<string, number | null | undefined>;

  constructor(db: Db, authenticate: (tx: Tx, token: string) => Promise<Viewer | undefined>) {
    this.#batcher = new Batcher((tokens) =>
      inTransaction(db, 'reads', async (tx) => {
        const isSignedInByToken = new Map<string, number | null | undefined>();
        for (const token of new Set(tokens))
          isSignedInByToken.set(token, (await authenticate(tx, token))?.id);
        return tokens.map((token) => isSignedInByToken.get(token));
      }),
    );
  }

  /** How many requests wait here and not at the database. */
  get waitingCount(): number {
    return this.#batcher.waitingCount;
  }

  /** @returns id of the account that holds it, null for a visitor's token; undefined for a token of nobody */
  accountOf(token: string): Promise<number | null | undefined> {
    return this.#batcher.enqueue(token);
  }
}
