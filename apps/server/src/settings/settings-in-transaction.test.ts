/** A transaction reads the settings once, and again after it has changed them or waited for another change. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { lockStoredGroup, mergeStoredGroup, readStoredGroup, replaceStoredGroup } from './settings.sql.ts';

let app: TestApp;
let queries: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ onQuery: (text) => queries.push(text) });
});
afterAll(() => app.close());

test('a transaction sees its own changes', async () => {
  const read = await inTransaction(app.db, 'writes', async (tx) => {
    const before = await readStoredGroup(tx, 'step');
    await replaceStoredGroup(tx, 'step', { number: 1 });
    const between = await readStoredGroup(tx, 'step');
    await mergeStoredGroup(tx, 'step', { isLast: true });
    return [before, between, await readStoredGroup(tx, 'step')];
  });
  expect(read).toEqual([{}, { number: 1 }, { number: 1, isLast: true }]);
});

test('a transaction that has locked a group sees what others stored before', async () => {
  const read = await inTransaction(app.db, 'writes', async (tx) => {
    const before = await readStoredGroup(tx, 'shared');
    await inTransaction(app.db, 'writes', (other) => replaceStoredGroup(other, 'shared', { by: 'other' }));
    await lockStoredGroup(tx, 'shared');
    return [before, await readStoredGroup(tx, 'shared')];
  });
  expect(read).toEqual([{}, { by: 'other' }]);
});

test('a report is created with one reading of the settings', async () => {
  const { id } = await createTestSurvey(app.db, {});
  queries = [];
  const report = { title: 'Bridge closed', form: { id } };
  expect((await app.send('visitor', 'POST', '/posts', report)).status).toBe(200);
  expect(queries.filter((text) => text.includes('from "settings"'))).toHaveLength(1);
});
