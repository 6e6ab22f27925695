import { fireEvent, screen } from '@testing-library/dom';
import { createImport, listImports } from '@waypost/contract/imports';
import { listSurveys } from '@waypost/contract/surveys';
import { beforeEach, expect, test } from 'vitest';
import { disconnected, invalid, problem } from '../../testing/api-server.ts';
import { admin, page, survey } from '../../testing/records.ts';
import { renderScreen, server } from '../../testing/render-screen.tsx';

beforeEach(() => {
  server.on(listImports, () => page([]));
  server.on(listSurveys, () => page([survey()]));
});

async function choose(file: File) {
  const person = await renderScreen('/settings/data-import', { as: admin });
  fireEvent.change(await screen.findByLabelText(/^CSV file/), { target: { files: [file] } });
  await person.press('radio', 'Street lights');
  return person;
}

const table = new File(['title,date\nLamp,2026-03-01'], 'lamps.csv', { type: 'text/csv' });
const button = () => screen.getByRole('button', { name: 'Continue' });

test.each([
  ['a picture', new File(['x'], 'lamp.png', { type: 'image/png' }), /CSV/],
  ['an empty file', new File([], 'lamps.csv', { type: 'text/csv' }), /first line/],
])('%s is told at the field and cannot be sent', async (_, file, message) => {
  await choose(file);
  expect(screen.getByLabelText(/^CSV file/)).toHaveAccessibleDescription(message);
  expect(button()).toBeDisabled();
});

test('what the server finds wrong with the columns is told at the file', async () => {
  server.on(createImport, () => invalid({ field: 'columns', rule: 'csvEmpty' }));
  const person = await choose(table);
  await person.click(button());
  await expect.poll(() => screen.getByLabelText(/^CSV file/).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText(/^CSV file/)).toHaveAccessibleDescription(/first line/);
});

test.each([
  ['a broken connection', disconnected, /could not be reached/],
  ['a full disk', problem('server.full'), /no room left/],
])('%s is told, and the same file can be sent again', async (_, answer, message) => {
  server.on(createImport, () => answer);
  const person = await choose(table);
  await person.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(button()).toBeEnabled();
  expect(screen.getByText('lamps.csv')).toBeVisible();
});

test('without any survey there is nothing to import into', async () => {
  server.on(listSurveys, () => page([]));
  await renderScreen('/settings/data-import', { as: admin });
  expect(await screen.findByText('No surveys yet')).toBeVisible();
});
