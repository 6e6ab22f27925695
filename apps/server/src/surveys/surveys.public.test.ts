import { afterAll, beforeAll, expect, test } from 'vitest';
import { findVisibleCategories } from '../categories/categories.public.ts';
import { inTransaction } from '../kernel/db/database.ts';
import { anonymousViewer } from '../kernel/security/viewer.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { readSurvey, readSurveyFields } from './surveys.public.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('reads a survey with numeric ids, roles and categories', async () => {
  const survey = await inTransaction(app.db, 'reads', (tx) => readSurvey(tx, 1));
  expect(survey).toMatchObject({ id: 1, name: 'Report', can_create: [], tags: [1, 2, 3, 4] });
  expect(await inTransaction(app.db, 'reads', (tx) => readSurvey(tx, 99))).toBeUndefined();
});

test('returns fields in the order of display', async () => {
  const { tasks, attributes } = await inTransaction(app.db, 'reads', (tx) => readSurveyFields(tx, 1));
  expect(tasks).toEqual([
    expect.objectContaining({ form_id: 1, label: 'Post', task_is_internal_only: false }),
  ]);
  expect(attributes.map((field) => field.type)).toEqual([
    'title',
    'description',
    'point',
    'datetime',
    'tags',
    'media',
  ]);
  expect(attributes[4]).toMatchObject({ options: [1, 2, 3, 4], form_stage_id: tasks[0]?.id, default: null });
});

test('finds categories by id and name', async () => {
  const categories = await inTransaction(app.db, 'reads', (tx) =>
    findVisibleCategories(tx, anonymousViewer, [2, 'DANGER', 'nope', '99']),
  );
  expect([...categories].map(([word, row]) => [word, row.tag])).toEqual([
    ['2', 'Help needed'],
    ['DANGER', 'Danger'],
  ]);
});
