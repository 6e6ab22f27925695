/** Whether what was acknowledged is there: asked of the database itself, by titles that no other post has. */

import { openDatabase } from '../../apps/server/src/kernel/db/database.ts';
import { attachPostgres } from '../../apps/server/src/kernel/postgres/attach.ts';

/** How often each title that begins so is there. Starts the database where it does not run. */
export async function countTitlesInDataDir(dataDir: string, prefix: string): Promise<Map<string, number>> {
  const { connectionString, release: letGo } = await attachPostgres(dataDir);
  try {
    return await countTitles(connectionString, prefix);
  } finally {
    await letGo();
  }
}

/** The same of a database that runs elsewhere. */
export async function countTitles(connectionString: string, prefix: string): Promise<Map<string, number>> {
  const db = openDatabase(connectionString, { maxConnections: 2 });
  try {
    const rows = await db
      .selectFrom('posts')
      .select(['title', (of) => of.fn.countAll<number>().as('count')])
      .where('title', 'like', `${prefix}%`)
      .groupBy('title')
      .execute();
    return new Map(rows.map(({ title, count }) => [title ?? '', count]));
  } finally {
    await db.destroy();
  }
}

export interface StoredComparison {
  /** Acknowledged and not there. */
  lost: string[];
  /** There more than once. */
  duplicated: string[];
  /** There although nobody was told: the answer was lost on its way. */
  unacknowledged: number;
}

/** Compares. @param stored how often each title is there */
export function compareStored(
  acknowledged: readonly string[],
  stored: ReadonlyMap<string, number>,
): StoredComparison {
  const known = new Set(acknowledged);
  return {
    lost: [...known].filter((title) => !stored.has(title)),
    duplicated: [...stored].filter(([, count]) => count > 1).map(([title]) => title),
    unacknowledged: [...stored.keys()].filter((title) => !known.has(title)).length,
  };
}
