import { screen } from '@testing-library/dom';
import { limits } from '@waypost/contract/common/limits';
import { type ImportPreview, previewImport, readImport } from '@waypost/contract/imports/imports';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import {
  adminAccount,
  allPrivileges,
  createTestAttribute,
  createTestPage,
  createTestSurvey,
  createTestTask,
} from '../../testing/test-entities.ts';

const options = {
  encoding: 'utf-8',
  delimiter: ',',
  date_order: 'dmy',
  decimal: '.',
  separator: '|',
  id_column: null,
  create_tags: false,
} as const;

const buildRow = (row: number, isRejected: boolean): ImportPreview['rows'][number] => ({
  row,
  line: row + 1,
  cells: ['Lamp', 'Dark', 'many'],
  read: ['Lamp', 'Dark', 'many'],
  errors: isRejected
    ? [
        {
          status: 422,
          title: 'Lamp number must be a whole number',
          message: '',
          column: 'lamps',
          value: 'many',
        },
      ]
    : [],
});

beforeEach(() => {
  apiServer.on(readImport, () => ({
    id: 7,
    url: '',
    columns: ['title', 'text', 'lamps'],
    maps_to: null,
    fixed: null,
    filename: 'lamps.csv',
    mime: 'text/csv',
    size: 10,
    created: '2026-03-01T00:00:00+00:00',
    updated: null,
    completed: false,
    status: null,
    errors: null,
    processed: null,
    collection_id: null,
    allowed_privileges: allPrivileges,
  }));
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () => createTestPage([createTestAttribute({ key: 'lamps' })]));
});

async function openPreview(rejected: readonly boolean[]) {
  apiServer.on(previewImport, () => ({
    columns: ['title', 'text', 'lamps'].map((name) => ({ name, kind: 'text' as const })),
    maps_to: ['title', 'content', 'lamps'],
    options,
    date_is_ambiguous: false,
    rows: rejected.map((isRejected, at) => buildRow(at + 1, isRejected)),
  }));
  await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  return screen.findByRole('button', { name: 'Finish import' });
}

test('a file without any valid row cannot be imported', async () => {
  const button = await openPreview([true, true]);
  await expect.poll(() => button).toBeDisabled();
  expect(screen.getAllByText(/^No row of this file can be imported\./)).toHaveLength(2);
  expect(screen.queryByText(/The rest would be imported/)).toBeNull();
});

test('rows after the preview may be valid, so that the import can be started', async () => {
  expect(await openPreview(Array.from({ length: limits.csvPreview.shownRows }, () => true))).toBeEnabled();
  expect(screen.getByText(/^None of these rows can be imported\./)).toBeVisible();
});

test('the import can be started when some rows are valid', async () => {
  expect(await openPreview([true, false])).toBeEnabled();
  expect(screen.getByText(/^1 of the first 2 rows would be rejected\./)).toBeVisible();
});

test('says that ambiguous dates are read as is usual for the site, until another order is chosen', async () => {
  apiServer.on(previewImport, ({ body }) => ({
    columns: [{ name: 'title', kind: 'date' as const }],
    maps_to: ['title'],
    options: { ...options, date_order: body.options?.date_order ?? 'mdy' },
    date_is_ambiguous: true,
    rows: [{ ...buildRow(1, false), cells: ['03/04/2026'], read: ['2026-03-04 00:00:00'] }],
  }));
  const person = await renderScreen('/settings/data-import?import=7&survey=1', {
    account: adminAccount,
    config: { site: { language: 'en-US' } },
  });
  const dates = await screen.findByRole('combobox', { name: 'Dates' });
  expect(dates).toHaveValue('mdy');
  expect(dates).toHaveAccessibleDescription(/is read as March 4, 2026.*the usual one for this site/);
  await person.choose('Dates', 'Day first: 31/12/2025');
  await expect
    .poll(() => screen.queryByText(/The dates fit both formats\. Check which one is right/))
    .not.toBeNull();
});

test('a file that has only column names cannot be imported', async () => {
  const button = await openPreview([]);
  await expect.poll(() => button).toBeDisabled();
  expect(screen.getAllByText('The file has no rows.')).toHaveLength(2);
});
