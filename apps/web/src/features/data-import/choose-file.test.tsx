import { fireEvent, screen } from '@testing-library/dom';
import type { ValidationRule } from '@waypost/contract/common/problems';
import { createImport, listImports } from '@waypost/contract/imports/imports';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { beforeEach, expect, test } from 'vitest';
import {
  createProblemResponse,
  createValidationResponse,
  disconnectedResponse,
} from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPage, createTestSurvey } from '../../testing/test-entities.ts';

beforeEach(() => {
  apiServer.on(listImports, () => createTestPage([]));
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
});

async function chooseFile(file: File) {
  const person = await renderScreen('/settings/data-import', { account: adminAccount });
  fireEvent.change(await screen.findByLabelText(/^File to import/), { target: { files: [file] } });
  await person.press('radio', 'Street lights');
  return person;
}

const csvFile = new File(['title,date\nLamp,2026-03-01'], 'lamps.csv', { type: 'text/csv' });
const getContinueButton = () => screen.getByRole('button', { name: 'Continue' });

test.each([
  ['an image', new File(['x'], 'lamp.png', { type: 'image/png' }), /cannot be imported/],
  ['an empty file', new File([], 'lamps.csv', { type: 'text/csv' }), /no rows with text/],
])('rejects %s with an error at the field', async (_, file, message) => {
  await chooseFile(file);
  expect(screen.getByLabelText(/^File to import/)).toHaveAccessibleDescription(message);
  expect(getContinueButton()).toBeDisabled();
});

test.each<[string, ValidationRule, Record<string, string>, RegExp]>([
  ['columns', 'csvEmpty', {}, /no rows with text/],
  ['mime', 'importMapFormat', { value: 'FlatGeobuf' }, /FlatGeobuf file.*GeoJSON/],
  ['mime', 'importPassword', {}, /has a password/],
])(
  'shows a server error about %s (%s) at the file field, and focuses it',
  async (field, rule, params, text) => {
    apiServer.on(createImport, () => createValidationResponse({ field, rule, params }));
    const person = await chooseFile(new File(['x'], 'places.fgb'));
    await person.click(getContinueButton());
    await expect
      .poll(() => screen.getByLabelText(/^File to import/).getAttribute('aria-invalid'))
      .toBe('true');
    expect(screen.getByLabelText(/^File to import/)).toHaveAccessibleDescription(text);
    expect(screen.getByLabelText(/^File to import/)).toHaveFocus();
  },
);

test.each([
  ['a broken connection', disconnectedResponse, /could not be reached/],
  [
    'a full disk',
    createProblemResponse('server.full'),
    /The server is out of storage space\. Try again later, and tell the people who run it/,
  ],
])('shows an error for %s and can send the same file again', async (_, answer, message) => {
  apiServer.on(createImport, () => answer);
  const person = await chooseFile(csvFile);
  await person.click(getContinueButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(getContinueButton()).toBeEnabled();
  expect(screen.getByText('lamps.csv')).toBeVisible();
});

test('shows a message when there is no survey to import into', async () => {
  apiServer.on(listSurveys, () => createTestPage([]));
  await renderScreen('/settings/data-import', { account: adminAccount });
  expect(await screen.findByText('No surveys yet')).toBeVisible();
});
