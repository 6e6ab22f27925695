import { screen, within } from '@testing-library/dom';
import { type ImportPreview, previewImport } from '@waypost/contract/imports/imports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestAttribute } from '../../testing/test-entities.ts';
import { testCsvOptions as options, serveTestImport } from './import.fixture.ts';

const headings = ['kind', 'place', 'text', 'lamps', 'day', 'hour'];
const guessed = ['title', null, 'content', 'lamps', 'post_date', 'post_date'];
const cells = ['Storm', 'North', 'Dark', '3', '2024-03-11', '08:30'];
let sent: (string | null)[] | null | undefined;

beforeEach(() => {
  // All zones as options make queries by role take seconds.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue([]);
  serveTestImport(headings, [
    createTestAttribute({ key: 'lamps', label: 'Lamps', type: 'int', input: 'number' }),
  ]);
  apiServer.on(previewImport, ({ body }): ImportPreview => {
    sent = body.maps_to;
    const maps_to = body.maps_to ?? guessed;
    const isTitleJoined = maps_to[1] === 'title';
    return {
      columns: headings.map((name) => ({ name, kind: 'text' as const })),
      maps_to,
      options,
      date_is_ambiguous: false,
      rows: [
        {
          row: 1,
          line: 2,
          cells,
          read: [isTitleJoined ? 'Storm, North' : 'Storm', null, 'Dark', '3', '2024-03-11 08:30:00', null],
          errors: [],
        },
      ],
    };
  });
});

afterEach(() => vi.restoreAllMocks());

const selects = (name: RegExp) =>
  screen.queryAllByRole('combobox', { name }).map((select) => (select as HTMLSelectElement).value);

test('a column is added to a field with the keyboard, and taken away again', async () => {
  const person = await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  const add = await screen.findByRole('button', { name: 'Add a column: Title' });
  expect(screen.queryByRole('button', { name: 'Add a column: Lamps' })).toBeNull();
  add.focus();
  await person.keyboard('{Enter}');
  const further = screen.getByRole('combobox', { name: 'Title, column 2' });
  expect(further).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Add a column: Title' })).toBeNull();
  expect(within(further).queryByRole('option', { name: 'kind' })).toBeNull();
  await person.choose('Title, column 2', 'place');
  await expect.poll(() => sent).toEqual(['title', 'title', 'content', 'lamps', 'post_date', 'post_date']);
  expect(
    await screen.findByRole('cell', { name: /^Storm, North ?In the file: Storm · North$/ }),
  ).toBeVisible();
  expect(screen.getByRole('columnheader', { name: /^Title\s*kind\s*place$/ })).toBeVisible();
  await person.choose('Title, column 2', 'Leave empty');
  expect(selects(/^Title/)).toEqual(['0']);
  expect(screen.getByRole('combobox', { name: 'Title' })).toHaveFocus();
  expect(await screen.findByRole('columnheader', { name: /^Title\s*kind$/ })).toBeVisible();
});

test('the order of day and month is explained by both cells of a joined time, and chosen for both columns', async () => {
  let chosen: object | undefined;
  apiServer.on(previewImport, ({ body }): ImportPreview => {
    chosen = body.options?.columns;
    return {
      columns: [
        {
          name: 'hour',
          kind: 'text',
          choices: ['date_order'],
          examples: [{ cell: '8:30 PM · 03/04/2024', read: '2024-04-03 20:30:00' }],
        },
        { name: 'day', kind: 'date' },
      ],
      maps_to: ['post_date', 'post_date'],
      options,
      date_is_ambiguous: false,
      rows: [
        {
          row: 1,
          line: 2,
          cells: ['8:30 PM', '03/04/2024'],
          read: ['2024-04-03 20:30:00', null],
          errors: [],
        },
      ],
    };
  });
  const person = await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  expect(await screen.findByRole('combobox', { name: 'Date of the report' })).toHaveAccessibleDescription(
    /8:30 PM · 03\/04\/2024 is read as .*April.* 2024/,
  );
  await person.choose('Dates (Date of the report)', 'Month first: 12/31/2025');
  // Both columns of the field.
  await expect.poll(() => chosen).toEqual({ '0': { date_order: 'mdy' }, '1': { date_order: 'mdy' } });
});

test('a guessed date and clock are shown as one field, which takes no third column', async () => {
  await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  await screen.findByRole('combobox', { name: 'Date of the report, column 2' });
  expect(selects(/^Date of the report/)).toEqual(['4', '5']);
  expect(screen.queryByRole('button', { name: 'Add a column: Date of the report' })).toBeNull();
  expect(screen.getAllByRole('columnheader', { name: /^Date of the report/ })).toHaveLength(1);
  expect(
    screen.getByRole('cell', { name: /^2024-03-11 08:30:00 ?In the file: 2024-03-11 · 08:30$/ }),
  ).toBeVisible();
  await expect.poll(() => sent).toEqual(guessed);
});
