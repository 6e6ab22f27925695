/** When sessions were last used, to the hour: for the list of logins, where somebody looks for one that is not theirs. */
import { sql } from 'kysely';
import { BackgroundTasks } from '../../kernel/background-tasks.ts';
import type { Db } from '../../kernel/db/database.ts';

const hourMs = 3_600_000;
/** Sessions that are remembered; beyond it they are noted once more. */
const maxTrackedSessions = 10_000;

export class SessionActivityRecorder {
  readonly #db: Db;
  readonly #background: BackgroundTasks;
  #hour = 0;
  #recordedSessions = new Set<number>();

  /** @param onError gets the errors: no request waits for what is noted */
  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db;
    this.#background = new BackgroundTasks(onError);
  }

  /** Notes that a session is used now: one write for each in an hour, beside the request. */
  record(session: number): void {
    const now = Math.floor(Date.now() / hourMs);
    if (now !== this.#hour || this.#recordedSessions.size >= maxTrackedSessions)
      this.#recordedSessions.clear();
    this.#hour = now;
    if (this.#recordedSessions.has(session)) return;
    this.#recordedSessions.add(session);
    this.#background.start(async () => {
      await sql`
        update sessions set seen = date_trunc('hour', now())
        where id = ${session} and seen < date_trunc('hour', now())`.execute(this.#db);
    });
  }

  /** When everything is written. */
  idle(): Promise<void> {
    return this.#background.waitUntilIdle();
  }
}
