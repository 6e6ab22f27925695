import { screen } from '@testing-library/dom';
import { limits } from '@waypost/contract/common/limits';
import {
  type ImportPreview,
  previewImport,
  startImport,
  updateImport,
} from '@waypost/contract/imports/imports';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestAttribute, createTestPage } from '../../testing/test-entities.ts';
import { createTestImport, testCsvOptions as options, serveTestImport } from './import.fixture.ts';

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
  serveTestImport(['title', 'text', 'lamps'], [createTestAttribute({ key: 'lamps', label: 'Lamps' })]);
});

afterEach(() => vi.restoreAllMocks());

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

test('dates that can be read in two ways are shown as they are read, and the order of their column is chosen', async () => {
  const sent: unknown[] = [];
  apiServer.on(previewImport, ({ body }): ImportPreview => {
    const order = body.options?.columns?.['0']?.date_order ?? 'mdy';
    sent.push(body.options?.columns);
    return {
      columns: [
        {
          name: 'seen',
          kind: 'date' as const,
          reason: 'heading',
          readable: { count: 2, of: 3 },
          choices: ['date_order', 'timezone'],
          ambiguous: true,
          examples: [
            { cell: '03/04/2026', read: order === 'mdy' ? '2026-03-04' : '2026-04-03' },
            { cell: '05/04/2026 8:30', read: '2026-05-04 08:30:00' },
          ],
        },
      ],
      maps_to: ['post_date'],
      options: { ...options, date_order: 'mdy' as const, columns: body.options?.columns ?? {} },
      date_is_ambiguous: true,
      rows: [],
    };
  });
  // All zones as options make queries by role take seconds.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Africa/Nairobi', 'America/Mexico_City']);
  const person = await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  const column = await screen.findByRole('combobox', { name: 'Date of the report' });
  expect(column).toHaveAccessibleDescription(/Guessed by the heading of the column/);
  expect(column).toHaveAccessibleDescription(/2 of the first 3 cells can be read/);
  expect(column).toHaveAccessibleDescription(/03\/04\/2026 is read as March 4, 2026\./);
  expect(column).toHaveAccessibleDescription(/05\/04\/2026 8:30 is read as May 4, 2026 at 8:30/);
  const order = screen.getByRole('combobox', { name: 'Dates (Date of the report)' });
  expect(order).toHaveValue('mdy');
  expect(order).toHaveAccessibleDescription('Can be read in two ways. Check the examples.');
  await person.choose('Dates (Date of the report)', 'Day first: 31/12/2025');
  await expect.poll(() => column).toHaveAccessibleDescription(/03\/04\/2026 is read as April 3, 2026\./);
  expect(order).toHaveValue('dmy');
  await person.press('button', 'Other time zone (Date of the report)');
  await person.choose('Time zone (Date of the report)', 'Africa/Nairobi');
  await expect.poll(() => sent.at(-1)).toEqual({ '0': { date_order: 'dmy', timezone: 'Africa/Nairobi' } });
  await person.choose('Time zone (Date of the report)', 'That of the file, or of the heading');
  expect(screen.getByRole('combobox', { name: 'Time zone (Date of the report)' })).toHaveValue('');
});

test('what nobody has chosen is imported as it was guessed for the columns of the moment', async () => {
  const stored: unknown[] = [];
  apiServer.on(previewImport, ({ body }): ImportPreview => {
    const isLampColumn = body.maps_to?.[2] === 'lamps';
    return {
      columns: ['title', 'text', 'lamps'].map((name) => ({ name, kind: 'text' as const })),
      maps_to: body.maps_to ?? ['title', 'content', null],
      options: { ...options, decimal: isLampColumn ? ',' : '.' },
      date_is_ambiguous: false,
      rows: [buildRow(1, false)],
    };
  });
  apiServer.on(updateImport, ({ body }) => {
    stored.push(body.options?.decimal);
    return createTestImport(['title', 'text', 'lamps']);
  });
  apiServer.on(startImport, () => ({ status: 'PENDING' as const }));
  const person = await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  await screen.findByRole('button', { name: 'Finish import' });
  await person.choose('Lamps', 'lamps');
  await person.press('button', 'Finish import');
  await expect.poll(() => stored).toEqual([',']);
});

test('a file that has only column names cannot be imported', async () => {
  const button = await openPreview([]);
  await expect.poll(() => button).toBeDisabled();
  expect(screen.getAllByText('The file has no rows.')).toHaveLength(2);
});

test('rows that were imported before and a row of HXL tags are named', async () => {
  const known = { ...buildRow(1, false), imported_before: true };
  const open = (rows: ImportPreview['rows']) => {
    apiServer.on(previewImport, () => ({
      columns: ['title', 'text', 'lamps'].map((name) => ({ name, kind: 'text' as const })),
      maps_to: ['title', 'content', 'lamps'],
      options,
      date_is_ambiguous: false,
      has_hxl_row: true,
      rows,
    }));
    return renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  };
  await open([known, buildRow(2, false)]);
  expect(
    await screen.findByText(/already imported will be skipped\. The row of HXL tags under the headings/),
  ).toBeVisible();
  expect(screen.getAllByText('Already imported. It will be skipped.')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Finish import' })).toBeEnabled();
});

test('a file of which every row was imported before cannot be imported again', async () => {
  apiServer.on(previewImport, () => ({
    columns: ['title', 'text', 'lamps'].map((name) => ({ name, kind: 'text' as const })),
    maps_to: ['title', 'content', 'lamps'],
    options,
    date_is_ambiguous: false,
    rows: [{ ...buildRow(1, false), imported_before: true }],
  }));
  await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  const button = await screen.findByRole('button', { name: 'Finish import' });
  await expect.poll(() => button).toBeDisabled();
  expect(screen.getAllByText('These rows were already imported and will be skipped.')).toHaveLength(2);
});

test('numbers and the zone of all times are chosen', async () => {
  // All zones as options make queries by role take seconds.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Africa/Nairobi', 'America/Mexico_City']);
  apiServer.on(
    previewImport,
    ({ body }): ImportPreview => ({
      columns: [
        { name: 'title', kind: 'text' as const },
        {
          name: 'lamps',
          kind: 'number' as const,
          choices: ['decimal'],
          ambiguous: true,
          examples: [
            { cell: '1,250', read: body.options?.columns?.['1']?.decimal === ',' ? '1.250' : '1250' },
          ],
        },
      ],
      maps_to: ['title', 'lamps'],
      options: { ...options, timezone: body.options?.timezone ?? 'America/Mexico_City' },
      date_is_ambiguous: false,
      decimal_is_ambiguous: true,
      rows: [
        { ...buildRow(1, false), cells: ['Lamp', '1,250'], read: [`in ${body.options?.timezone}`, '1250'] },
      ],
    }),
  );
  const person = await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  const lamps = await screen.findByRole('combobox', { name: 'Lamps' });
  // The number is written as the reader writes numbers.
  await expect.poll(() => lamps).toHaveAccessibleDescription(/1,250 is read as 1,250\./);
  await person.choose('Decimal separator (Lamps)', 'Comma: 1,5');
  await expect.poll(() => lamps).toHaveAccessibleDescription(/1,250 is read as 1\.25\./);
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Mexico_City');
  await person.choose('Time zone', 'Africa/Nairobi');
  expect(await screen.findByRole('cell', { name: /^in Africa\/Nairobi/ })).toBeVisible();
});

test('the order of coordinates in one column is shown, and can be changed', async () => {
  apiServer.on(listAttributes, () =>
    createTestPage([createTestAttribute({ key: 'where', label: 'Place', type: 'point', input: 'location' })]),
  );
  apiServer.on(previewImport, ({ body }): ImportPreview => {
    const isTurned = body.options?.columns?.['2']?.coordinate_order === 'lon_lat';
    return {
      columns: ['title', 'text', 'gps'].map((name) => ({
        name,
        kind: 'text' as const,
        ...(name === 'gps' && {
          choices: ['coordinate_order'],
          ambiguous: true,
          examples: [{ cell: '25.2, 56.5', read: isTurned ? '56.5, 25.2' : '25.2, 56.5' }],
        }),
      })),
      maps_to: ['title', 'content', 'where'],
      options,
      date_is_ambiguous: false,
      coordinate_order_is_ambiguous: true,
      rows: [{ ...buildRow(1, false), cells: ['Lamp', 'Dark', '25.2, 56.5'] }],
    };
  });
  const person = await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  const latitude = await screen.findByRole('combobox', { name: 'Place (latitude)' });
  expect(latitude).toHaveValue('2');
  expect(screen.getByRole('combobox', { name: 'Place (longitude)' })).toHaveValue('2');
  expect(screen.getByRole('columnheader', { name: /^Place/ })).toBeVisible();
  // The cell is read so although it is the same as what was read: the order is what is asked.
  expect(latitude).toHaveAccessibleDescription(/latitude 25\.2, longitude 56\.5\./);
  expect(
    screen.getByRole('combobox', { name: 'Coordinates in one column (Place)' }),
  ).toHaveAccessibleDescription(/Can be read in two ways/);
  await person.choose('Coordinates in one column (Place)', 'Longitude first');
  await expect.poll(() => latitude).toHaveAccessibleDescription(/latitude 56\.5, longitude 25\.2/);
});

test('the line with the column names can be chosen, and the columns are guessed again', async () => {
  apiServer.on(previewImport, ({ body }) => {
    const heading_row = body.options?.heading_row ?? 2;
    return {
      columns: [heading_row === 0 ? '' : `title ${heading_row}`, 'text'].map((name) => ({
        name,
        kind: 'text' as const,
      })),
      maps_to: ['title', 'content'],
      options: { ...options, heading_row },
      date_is_ambiguous: false,
      first_rows: [
        { line: 1, cells: ['Register'] },
        { line: 2, cells: ['title', 'text'] },
      ],
      rows: [buildRow(1, false)],
    };
  });
  const person = await renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
  const headings = await screen.findByRole('combobox', { name: 'Line with the column names' });
  // Each cell is isolated from the direction of writing of the others.
  expect(headings).toHaveDisplayValue('Line 2: \u2068title\u2069 · \u2068text\u2069');
  await person.choose('Line with the column names', 'Line 1: \u2068Register\u2069');
  expect(await screen.findAllByRole('option', { name: 'title 1' })).not.toEqual([]);
  expect(screen.queryByRole('option', { name: 'title 2' })).toBeNull();
  await person.choose('Line with the column names', 'None: the first line is a report');
  expect(await screen.findAllByRole('option', { name: 'Column A' })).not.toEqual([]);
  expect(headings).toHaveFocus();
  expect(headings).toHaveValue('0');
});
