/** Records when sessions were last used, to the hour, for the list of logins, where users look for foreign ones. */
import { sql } from 'kysely';
import { BackgroundTasks } from '../../kernel/background-tasks.ts';
import type { Db } from '../../kernel/db/database.ts';

const hourMs = 3_600_000;
/** Sessions kept in memory. Above this number the set is cleared, and sessions of the same hour are written once more. */
const maxTrackedSessions = 10_000;

/** Writes the last use of sessions in the background, at most once per session and hour. */
export class SessionActivityRecorder {
  readonly #db: Db;
  readonly #background: BackgroundTasks;
  #hour = 0;
  #recordedSessions = new Set<number>();

  /** @param onError receives errors of the background writes, for which no request waits */
  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db;
    this.#background = new BackgroundTasks(onError);
  }

  /** Records that a session is used now. */
  record(session: number): void {
    const currentHour = Math.floor(Date.now() / hourMs);
    if (currentHour !== this.#hour || this.#recordedSessions.size >= maxTrackedSessions)
      this.#recordedSessions.clear();
    this.#hour = currentHour;
    if (this.#recordedSessions.has(session)) return;
    this.#recordedSessions.add(session);
    this.#background.start(async () => {
      await sql`
        update sessions set seen = date_trunc('hour', now())
        where id = ${session} and seen < date_trunc('hour', now())`.execute(this.#db);
    });
  }

  /** Resolves when everything is written. */
  waitUntilIdle(): Promise<void> {
    return this.#background.waitUntilIdle();
  }
}
