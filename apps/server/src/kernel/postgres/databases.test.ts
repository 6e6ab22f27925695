import { expect, it } from 'vitest';
import { createScratchDatabase, dropDatabase, ensureDatabase } from './databases.ts';
import { createDataDir, runQuery, startTestPostgres } from './testing.ts';

it('copies a template into independent databases', async () => {
  const { connection } = await startTestPostgres(await createDataDir());
  const template = await createScratchDatabase(connection, 'template of "all"');
  await runQuery(template, 'create table seeded as select 1 as n');
  const firstDatabase = await createScratchDatabase(connection, 'one', { template: template.database });
  const two = await createScratchDatabase(connection, 'two', { template: template.database });
  await runQuery(firstDatabase, 'insert into seeded values (2)');
  expect(await runQuery(two, 'select n from seeded')).toEqual([{ n: 1 }]);

  expect(await runQuery(await createScratchDatabase(connection, 'one'), 'select 1 as fresh')).toEqual([
    { fresh: 1 },
  ]);
  await dropDatabase(connection, 'one');
  await dropDatabase(connection, 'one');
  await expect(runQuery(firstDatabase, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  await Promise.all([ensureDatabase(connection, 'both'), ensureDatabase(connection, 'both')]);
});
