/** When sessions were last used, to the hour: for the list of logins, where somebody looks for one that is not theirs. */
import { sql } from 'kysely';
import { Background } from '../kernel/background.ts';
import type { Db } from '../kernel/db.ts';

const hour = 3_600_000;
/** Sessions that are remembered; beyond it they are noted once more. */
const maxRemembered = 10_000;

export class SessionUse {
  readonly #db: Db;
  readonly #background: Background;
  #hour = 0;
  #noted = new Set<number>();

  /** @param tell gets the errors: no request waits for what is noted */
  constructor(db: Db, tell: (error: unknown) => void) {
    this.#db = db;
    this.#background = new Background(tell);
  }

  /** Notes that a session is used now: one write for each in an hour, beside the request. */
  note(session: number): void {
    const now = Math.floor(Date.now() / hour);
    if (now !== this.#hour || this.#noted.size >= maxRemembered) this.#noted.clear();
    this.#hour = now;
    if (this.#noted.has(session)) return;
    this.#noted.add(session);
    this.#background.start(async () => {
      await sql`
        update sessions set seen = date_trunc('hour', now())
        where id = ${session} and seen < date_trunc('hour', now())`.execute(this.#db);
    });
  }

  /** When everything is written. */
  idle(): Promise<void> {
    return this.#background.idle();
  }
}
