import { screen } from '@testing-library/dom';
import { type ImportPreview, previewImport } from '@waypost/contract/imports/imports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { disconnectedResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestAttribute } from '../../testing/test-entities.ts';
import { testCsvOptions as options, serveTestImport } from './import.fixture.ts';

const buildPreview = (heading_row: number, changes: Partial<ImportPreview> = {}): ImportPreview => ({
  columns: [`name ${heading_row}`, 'text', 'count'].map((name) => ({ name, kind: 'text', example: 'x' })),
  maps_to: ['title', 'content', 'lamps'],
  options: { ...options, heading_row },
  date_is_ambiguous: false,
  first_rows: [
    { line: 1, cells: ['Register'] },
    { line: 2, cells: ['name 2', 'text', 'count'] },
  ],
  rows: [{ row: 1, line: 3, cells: ['Lamp', 'Dark', '3'], read: ['Lamp', 'Dark', '3'], errors: [] }],
  ...changes,
});

beforeEach(() => {
  // All zones as options make queries by role take seconds.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Africa/Nairobi']);
  serveTestImport(
    ['name 2', 'text', 'count'],
    [createTestAttribute({ key: 'lamps', label: 'Lamps', type: 'varchar', input: 'text' })],
  );
  apiServer.on(previewImport, ({ body }) => {
    const preview = buildPreview(body.options?.heading_row ?? 2);
    return { ...preview, options: { ...preview.options, ...body.options } as ImportPreview['options'] };
  });
});
afterEach(() => vi.restoreAllMocks());

const openMapping = () => renderScreen('/settings/data-import?import=7&survey=1', { account: adminAccount });
const field = (name: string) => screen.getByRole('combobox', { name });
const line1 = 'Line 1: \u2068Register\u2069';

test('what was chosen besides the columns stays when another line names them', async () => {
  const person = await openMapping();
  await screen.findByRole('combobox', { name: 'Line with the column names' });
  await person.choose('Marked as', 'Archived');
  await person.choose('Time zone', 'Africa/Nairobi');
  await person.choose('Lamps', 'Leave empty');
  await person.choose('Line with the column names', line1);
  expect(await screen.findAllByRole('option', { name: 'name 1' })).not.toEqual([]);
  expect(field('Marked as')).toHaveValue('archived');
  expect(field('Time zone')).toHaveValue('Africa/Nairobi');
  // The columns are others, and are guessed again.
  expect(field('Lamps')).toHaveValue('2');
});

test('a line that cannot be read now leaves the form as it is, and can be read again', async () => {
  const person = await openMapping();
  await screen.findByRole('combobox', { name: 'Line with the column names' });
  apiServer.on(previewImport, () => disconnectedResponse);
  await person.choose('Line with the column names', line1);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByText(/could not be reached/)).not.toEqual([]);
  expect(screen.getAllByRole('option', { name: 'name 2' })).not.toEqual([]);
  expect(screen.getByRole('button', { name: 'Finish import' })).toBeDisabled();
  apiServer.on(previewImport, () => buildPreview(1));
  await person.click(retry);
  expect(await screen.findAllByRole('option', { name: 'name 1' })).not.toEqual([]);
  await expect.poll(() => screen.queryByText(/could not be reached/)).toBeNull();
});

test('a guess gives way when its column is chosen for another field, a choice does not', async () => {
  const person = await openMapping();
  await screen.findByRole('combobox', { name: 'Lamps' });
  await person.choose('Lamps', 'text');
  expect(field('Description')).toHaveValue('');
  await person.choose('Description', 'count');
  await person.choose('Title', 'count');
  expect(field('Description')).toHaveValue('2');
  await person.press('button', 'Finish import');
  expect(await screen.findByText(/count.*used for more than one field/)).toBeVisible();
});

test('without names, columns are told by what they hold, and cells are shown while no field has one', async () => {
  apiServer.on(previewImport, () =>
    buildPreview(0, {
      columns: ['Bridge', 'gone', null].map((example) => ({ name: '', kind: 'text', example })),
      maps_to: [null, null, null],
      rows: [{ row: 1, line: 1, cells: ['Bridge', 'gone', ''], read: [null, null, null], errors: [] }],
    }),
  );
  await openMapping();
  expect(await screen.findAllByRole('option', { name: 'Column A: Bridge' })).not.toEqual([]);
  expect(screen.getAllByRole('option', { name: 'Column C' })).not.toEqual([]);
  expect(screen.getByRole('cell', { name: 'gone' })).toBeVisible();
});
