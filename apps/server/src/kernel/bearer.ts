/** Tokens that come with requests, and who holds them. */
import type { FastifyRequest } from 'fastify';
import { type Db, inTransaction, type Tx } from './db.ts';
import { Problem } from './problem.ts';
import { Rounds } from './rounds.ts';
import type { Viewer } from './viewer.ts';

const bearer = /^Bearer +([\w~+/.-]+=*)$/i;

/**
 * The token that came with a request; undefined when none was sent.
 * @throws Problem 401 for an `Authorization` of another kind
 */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const token = bearer.exec(header)?.[1];
  if (!token) throw new Problem('request.not-a-bearer');
  return token;
}

/** Looks up who holds tokens before a request's own transaction: of requests that come at the same time, together. */
export class TokenLookups {
  readonly #rounds: Rounds<string, number | null | undefined>;

  constructor(db: Db, authenticate: (tx: Tx, token: string) => Promise<Viewer | undefined>) {
    this.#rounds = new Rounds((tokens) =>
      inTransaction(db, 'reads', async (tx) => {
        const known = new Map<string, number | null | undefined>();
        for (const token of new Set(tokens)) known.set(token, (await authenticate(tx, token))?.id);
        return tokens.map((token) => known.get(token));
      }),
    );
  }

  /** How many requests wait here and not at the database. */
  get waiting(): number {
    return this.#rounds.waiting;
  }

  /** @returns id of the account that holds it, null for a visitor's token; undefined for a token of nobody */
  accountOf(token: string): Promise<number | null | undefined> {
    return this.#rounds.do(token);
  }
}
