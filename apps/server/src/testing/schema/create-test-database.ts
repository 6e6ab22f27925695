/** Creates an empty database for a test. */
import { inject, onTestFinished } from 'vitest';
import { type Db, openDatabase } from '../../kernel/db/database.ts';
import { connectionString } from '../../kernel/postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../../kernel/postgres/databases.ts';

/** Creates a database without tables, which is dropped after the test. */
export async function createTestDatabase(): Promise<Db> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`;
  const db = openDatabase(connectionString(await createScratchDatabase(inject('postgres'), name)), {
    maxConnections: 2,
  });
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase(inject('postgres'), name);
  });
  return db;
}
