/** Several columns of a file that fill one field, from the cells to the stored posts. */
import type { ImportPreview, RejectedRow } from '@waypost/contract/imports/imports';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { errorCodes } from '../testing/app/test-app.ts';
import { ImportTestApp } from './import-app.fixture.ts';

let importApp: ImportTestApp;
let survey: TestSurvey;
let seenAt: string;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
  survey = await createTestSurvey(importApp.deployment.db, {
    Title: { type: 'title', required: true },
    Description: { type: 'description' },
    'Seen at': { type: 'datetime', input: 'datetime' },
    People: { type: 'int', input: 'number' },
  });
  seenAt = survey.keyOf('Seen at');
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

/** Imports a file with the mapping and the options of its preview. @param mapsTo null lets the server guess it */
async function importPreviewed(file: string, mapsTo: (string | null)[] | null) {
  const { body } = await importApp.upload(file);
  const fixed = { form: survey.id, status: 'draft' };
  const { body: preview } = await importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, {
    fixed,
    ...(mapsTo ? { maps_to: mapsTo } : {}),
  });
  await importApp.request('PUT', `/csv/${body.id}`, { ...preview, columns: [], fixed });
  await importApp.request('POST', `/csv/${body.id}/import`, {});
  await importApp.deployment.jobs.runPending();
  const { body: rejected } = await importApp.request<{ results: RejectedRow[] }>(
    'GET',
    `/csv/${body.id}/errors`,
  );
  const posts = await importApp.readPosts();
  const faults = rejected.results.flatMap(({ errors }) =>
    errors.map(({ column, value, code }) => [column, value, code]),
  );
  return { preview, posts, faults, read: preview.rows.map((row) => row.read) };
}

test('a guessed date and clock are one time, in the zone of the heading, and wrong ones are named', async () => {
  const file = `Time (UTC+3),Title,Date
8:30 PM,A,25/03/2024
08:30,B,3/11/2024
,C,26/03/2024
09:00,D,
09:00,E,04/25/2024
`;
  const { preview, posts, faults, read } = await importPreviewed(file, null);
  expect(preview.maps_to).toEqual(['post_date', 'title', 'post_date']);
  expect(preview.options.date_order).toBe('dmy');
  expect(posts.map(({ title }) => title)).toEqual(['A', 'B', 'C']);
  expect(posts.map(({ post_date }) => post_date.toISOString())).toEqual([
    '2024-03-25T17:30:00.000Z',
    '2024-11-03T05:30:00.000Z',
    '2024-03-25T21:00:00.000Z',
  ]);
  expect(read.slice(0, 4)).toEqual([
    ['2024-03-25 20:30:00', 'A', null],
    ['2024-11-03 08:30:00', 'B', null],
    ['2024-03-26', 'C', null],
    ['09:00', 'D', null],
  ]);
  expect(faults.map(([column, value]) => [column, value])).toEqual([
    ['Date', ''],
    ['Date', '04/25/2024'],
  ]);
  expect(faults[1]?.[2]).toBe('csvMonthFirst');
});

test('a date that has a clock is not joined by a guess, and refuses a second clock', async () => {
  const file = 'Date,Time,Title\n26/03/2024 10:00,09:00,A\n26/03/2024,09:00,B\n';
  const guessed = await importPreviewed(file, null);
  expect(guessed.preview.maps_to).toEqual(['post_date', null, 'title']);
  await importApp.deletePosts();
  const { posts, faults } = await importPreviewed(file, ['post_date', 'post_date', 'title']);
  expect(posts.map(({ post_date }) => post_date.toISOString())).toEqual(['2024-03-26T09:00:00.000Z']);
  expect(faults.map(([column, value]) => [column, value])).toEqual([['Time', '09:00']]);
});

test('texts of several columns are joined, and times of fields too', async () => {
  const file = `Kind,Damage,Day,Place,Hour,Needs
Storm,roof gone,2024-03-11,North,08:30,
Flood,,2024-03-11,,,water
`;
  const { posts, faults, read } = await importPreviewed(file, [
    'title',
    'content',
    seenAt,
    'title',
    seenAt,
    'content',
  ]);
  expect(faults).toEqual([]);
  expect(posts.map(({ title, content, values }) => [title, content, values[seenAt]])).toEqual([
    ['Storm, North', 'roof gone', ['2024-03-11 08:30:00']],
    ['Flood', 'Needs: water', ['2024-03-11 00:00:00']],
  ]);
  expect(read).toEqual([
    ['Storm, North', 'roof gone', '2024-03-11 08:30:00', null, null, null],
    ['Flood', 'Needs: water', '2024-03-11', null, null, null],
  ]);
});

test('a joined title that is too long is rejected at its first column', async () => {
  const { faults } = await importPreviewed(`Kind,Place\n${'A'.repeat(100)},${'B'.repeat(100)}\n`, [
    'title',
    'title',
  ]);
  expect(faults.map(([column]) => column)).toEqual(['Kind']);
});

test('numbers have one column, times two, texts ten', async () => {
  const { body } = await importApp.upload(`${Array.from({ length: 12 }, (_, at) => `C${at}`).join(',')}\n`);
  const put = async (maps_to: string[]) => {
    const fixed = { form: survey.id };
    const reply = await importApp.request('PUT', `/csv/${body.id}`, { maps_to, fixed });
    return reply.status === 200 ? [] : errorCodes(reply);
  };
  const people = survey.keyOf('People');
  expect(await put(['title', people, people])).toEqual(['csvTwice']);
  expect(await put(['title', seenAt, seenAt, seenAt])).toEqual(['csvTwice']);
  expect(await put(Array.from({ length: 11 }, () => 'title'))).toEqual(['csvTwice']);
  expect(await put([...Array.from({ length: 10 }, () => 'title'), seenAt, seenAt])).toEqual([]);
});
