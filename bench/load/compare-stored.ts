/** Checks in the database whether acknowledged reports are stored, by unique titles. */

import { openDatabase } from '../../apps/server/src/kernel/db/database.ts';
import { attachPostgres } from '../../apps/server/src/kernel/postgres/attach.ts';

/** The count of each title with this prefix. Starts the database if needed. */
export async function countTitlesInDataDir(dataDir: string, prefix: string): Promise<Map<string, number>> {
  const { connectionString, release } = await attachPostgres(dataDir);
  try {
    return await countTitles(connectionString, prefix);
  } finally {
    await release();
  }
}

/** The same for an external database. */
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
  /** Acknowledged and not stored. */
  lost: string[];
  /** Stored more than once. */
  duplicated: string[];
  /** Stored without an acknowledgement: the response was lost. */
  unacknowledged: number;
}

/** Compares acknowledged and stored titles. @param stored count by title */
export function compareStored(
  acknowledged: readonly string[],
  stored: ReadonlyMap<string, number>,
): StoredComparison {
  const acknowledgedTitles = new Set(acknowledged);
  return {
    lost: [...acknowledgedTitles].filter((title) => !stored.has(title)),
    duplicated: [...stored].filter(([, count]) => count > 1).map(([title]) => title),
    unacknowledged: [...stored.keys()].filter((title) => !acknowledgedTitles.has(title)).length,
  };
}
