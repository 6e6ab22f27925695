import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { parseDemoOptions } from '../../demo/demo-options.ts';
import { prepareDemo } from '../../demo/prepare.ts';
import { schema } from '../../migrations/schema.ts';
import { seedDeployment } from '../../seed-deployment.ts';
import { inTransaction, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createJobTables } from '../jobs/create-job-tables.ts';
import { connectionString } from '../postgres/connection.ts';
import { createScratchDatabase, dropDatabase } from '../postgres/databases.ts';
import { createDataDir, startTestPostgres } from '../postgres/testing.ts';
import { connectWithoutTimeout, digestTables } from './dump-database.ts';
import { moveDatabase } from './move-database.ts';

const digestsOf = async (address: string) => {
  const client = await connectWithoutTimeout(address);
  const digests = await digestTables(client);
  await client.end();
  return digests;
};

async function createEmptyDatabase(): Promise<string> {
  const name = `moved_${crypto.randomUUID().replaceAll('-', '')}`;
  onTestFinished(() => dropDatabase(inject('postgres'), name));
  return connectionString(await createScratchDatabase(inject('postgres'), name));
}

test('moves a deployment to another server and back with identical rows, and refuses while it is in use', async () => {
  const first = await createEmptyDatabase();
  const running = openDatabase(first, { maxConnections: 2 });
  await migrate(running, schema);
  await inTransaction(running, 'writes', (tx) => seedDeployment(tx, {}));
  await createJobTables(first);
  const storageDir = await mkdtemp(path.join(tmpdir(), 'waypost-move-'));
  onTestFinished(() => rm(storageDir, { recursive: true, force: true }));
  const wishes = parseDemoOptions(['--posts', '300', '--photos', '3', '--password', 'correct horse'], {});
  await prepareDemo(running, storageDir, wishes, () => undefined);
  await expect(moveDatabase(first, await createEmptyDatabase(), schema)).rejects.toThrow(/stop it first/);
  await running.destroy();
  // The key of the day and the attempt counts are not copied.
  const moved = async (address: string) =>
    (await digestsOf(address)).filter(({ table }) => !table.startsWith('public.throttle'));
  const before = await moved(first);
  expect(before.find(({ table }) => table === 'public.posts')?.rows).toBe(300);

  // A second server, which has another version with `npm run test:postgres`.
  const embedded = await startTestPostgres(await createDataDir());
  const embeddedUrl = embedded.connectionString;
  expect(await moveDatabase(first, embeddedUrl, schema)).toEqual(before);
  await expect(moveDatabase(first, embeddedUrl, schema)).rejects.toThrow(/not empty/);
  expect(await moved(embeddedUrl)).toEqual(before);

  const back = await createEmptyDatabase();
  await moveDatabase(embeddedUrl, back, schema);
  expect(await moved(back)).toEqual(before);
  const db = openDatabase(back, { maxConnections: 1 });
  const { id } = await db
    .insertInto('users')
    .values({ email: 'new@example.org', realname: null, role: null, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.destroy();
  // Sequences were copied: no id is used twice.
  expect(id).toBeGreaterThan(3);
});
