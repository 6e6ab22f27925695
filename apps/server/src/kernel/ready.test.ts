/** What is asked again and again is kept ready, and outlives a change of the tables by another process. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSurvey } from '../testing/a-survey.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { inTransaction } from './db.ts';

let it: Deployment;
let id: number;
beforeAll(async () => {
  it = await startDeployment();
  const survey = await aSurvey(it.db, { words: { type: 'varchar' } });
  const made = await it.send<{ id: number }>('admin', 'POST', '/posts', {
    title: 'The bridge is gone',
    form: { id: survey.id },
    status: 'published',
  });
  ({ id } = made.body);
});
afterAll(() => it.close());

const list = () => it.send<{ count: number }>('visitor', 'GET', '/posts?status=published');

const kept = () =>
  inTransaction(it.db, 'reads', async (tx) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      tx,
    );
    return rows.map(({ statement }) => statement);
  });

test('queries by key are kept ready, those whose plan depends on the filters are not', async () => {
  for (let time = 0; time < 8; time++) expect((await list()).body.count).toBe(1);
  const statements = await kept();
  expect(statements.some((it) => it.startsWith('select * from "posts"'))).toBe(true);
  expect(statements.filter((it) => it.includes('shown_created" desc'))).toEqual([]);
});

test('a table that another process changes is read as it is then', async () => {
  const other = new Client(it.databaseAddress);
  await other.connect();
  const read = () => it.send<{ title: string }>('visitor', 'GET', `/posts/${id}`);
  for (let time = 0; time < 8; time++) expect((await read()).status).toBe(200);
  await other.query('alter table posts add column later integer');
  await other.end();
  for (let time = 0; time < 3; time++) expect((await read()).body.title).toBe('The bridge is gone');
  expect((await list()).status).toBe(200);
});
