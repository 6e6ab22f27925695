import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../testing/app/test-app.ts';
import { scaled } from '../testing/time.ts';
import { generateDeployment } from './generate.ts';

// Search terms of all posts are indexed, which takes seconds.
test('a large load restores all indexes and constraints', { timeout: scaled(90_000) }, async () => {
  const app = await startTestApp();
  const readSchema = async () => {
    const { rows } = await sql`
      select indexdef as it from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1`.execute(app.db);
    return rows;
  };
  const before = await readSchema();
  await generateDeployment(app.db, {
    posts: 20_000,
    seed: 7,
    photos: 3,
    now: new Date('2026-03-14T15:00:00Z'),
    storageDir: app.storageDir,
  });
  expect(await readSchema()).toEqual(before);
  await app.close();
});
