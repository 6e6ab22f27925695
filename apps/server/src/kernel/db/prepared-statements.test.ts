/** Frequent queries are prepared, and survive a change of the tables by another process. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { inTransaction } from './database.ts';

let app: TestApp;
let id: number;
beforeAll(async () => {
  app = await startTestApp();
  const survey = await createTestSurvey(app.db, { words: { type: 'varchar' } });
  const response = await app.send<{ id: number }>('admin', 'POST', '/posts', {
    title: 'The bridge is gone',
    form: { id: survey.id },
    status: 'published',
  });
  ({ id } = response.body);
});
afterAll(() => app.close());

const list = () => app.send<{ count: number }>('visitor', 'GET', '/posts?status=published');

const preparedStatements = () =>
  inTransaction(app.db, 'reads', async (tx) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      tx,
    );
    return rows.map(({ statement }) => statement);
  });

test('prepares queries by key, and not those whose plan depends on the filters', async () => {
  for (let time = 0; time < 8; time++) expect((await list()).body.count).toBe(1);
  const statements = await preparedStatements();
  expect(statements.some((statement) => statement.startsWith('select * from "posts"'))).toBe(true);
  expect(statements.filter((statement) => statement.includes('masked_created" desc'))).toEqual([]);
});

test('reads a table that another process has altered', async () => {
  const other = new Client(app.databaseUrl);
  await other.connect();
  const read = () => app.send<{ title: string }>('visitor', 'GET', `/posts/${id}`);
  for (let time = 0; time < 8; time++) expect((await read()).status).toBe(200);
  await other.query('alter table posts add column later integer');
  await other.end();
  for (let time = 0; time < 3; time++) expect((await read()).body.title).toBe('The bridge is gone');
  expect((await list()).status).toBe(200);
});
