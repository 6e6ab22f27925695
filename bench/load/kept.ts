/** Whether what was acknowledged is there: asked of the database itself, by titles that no other post has. */

import { openDatabase } from '../../apps/server/src/kernel/db.ts';
import { attachPostgres } from '../../apps/server/src/kernel/postgres/attach.ts';

/** How often each title that begins so is there. Starts the database where it does not run. */
export async function titlesIn(dataDir: string, beginning: string): Promise<Map<string, number>> {
  const { connectionString, letGo } = await attachPostgres(dataDir);
  try {
    return await titlesAt(connectionString, beginning);
  } finally {
    await letGo();
  }
}

/** The same of a database that runs elsewhere. */
export async function titlesAt(connectionString: string, beginning: string): Promise<Map<string, number>> {
  const db = openDatabase(connectionString, { connections: 2 });
  try {
    const rows = await db
      .selectFrom('posts')
      .select(['title', (of) => of.fn.countAll<number>().as('count')])
      .where('title', 'like', `${beginning}%`)
      .groupBy('title')
      .execute();
    return new Map(rows.map(({ title, count }) => [title ?? '', count]));
  } finally {
    await db.destroy();
  }
}

export interface Kept {
  /** Acknowledged and not there. */
  lost: string[];
  /** There more than once. */
  twice: string[];
  /** There although nobody was told: the answer was lost on its way. */
  unheard: number;
}

/** Compares. @param there how often each title is there */
export function compareKept(acknowledged: readonly string[], there: ReadonlyMap<string, number>): Kept {
  const known = new Set(acknowledged);
  return {
    lost: [...known].filter((title) => !there.has(title)),
    twice: [...there].filter(([, count]) => count > 1).map(([title]) => title),
    unheard: [...there.keys()].filter((title) => !known.has(title)).length,
  };
}
