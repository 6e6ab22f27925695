/** What others see of places: the numbers that belong to a choice, their errors, and what is saved. */
import { screen, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { updateSurvey } from '@waypost/contract/surveys/save-surveys';
import { countAffectedPosts, listSurveyRoles, readSurvey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog } from '../../../testing/screen-user.ts';
import {
  adminAccount,
  createTestPage,
  createTestSurvey,
  createTestTask,
} from '../../../testing/test-entities.ts';

async function openOptions(survey: object, posts = 0) {
  const stored = createTestSurvey({ description: 'Floods', hide_location: true, ...survey });
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(readSurvey, () => stored);
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listSurveyRoles, () => createTestPage([]));
  apiServer.on(listAttributes, () => createTestPage([]));
  apiServer.on(countAffectedPosts, () => ({ posts }));
  apiServer.on(updateSurvey, ({ body }) => ({ ...stored, ...body }) as typeof stored);
  const person = await renderScreen('/settings/surveys/edit/1', { account: adminAccount });
  await person.press('tab', 'Configure');
  await screen.findByRole('radiogroup', { name: 'What others see' });
  return person;
}
const getSaveButton = () => screen.getByRole('button', { name: 'Save' });
const readSaved = () => apiServer.requests(updateSurvey).map(({ body }) => body);

test('distances that hide nothing are refused at their field, and forgotten with another choice', async () => {
  const person = await openOptions({ place_mask: 'displaced' });
  const farthest = screen.getByRole('textbox', { name: 'Longest distance in meters' });
  await person.write(farthest, '700');
  expect(farthest).toHaveAccessibleDescription(/must be at least twice the shortest one/);
  expect(getSaveButton()).toBeDisabled();
  await person.write(farthest, 'far');
  expect(farthest).toBeInvalid();
  await person.click(screen.getByRole('radio', { name: 'No place' }));
  expect(screen.queryByRole('textbox', { name: 'Longest distance in meters' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'People needed in an area' })).toBeNull();
  await person.press('button', 'Save');
  expect(await screen.findByText(/saved\./)).toBeVisible();
  expect(readSaved()).toMatchObject([
    { hide_location: true, place_mask: 'hidden', place_min_distance: 500, place_max_distance: 2000 },
  ]);
});

test('a survey of a server without these settings has rounded places, and a stored delay stays in the list', async () => {
  const person = await openOptions({ publication_delay_hours: 5 });
  expect(screen.getByRole('radio', { name: 'A rounded place' })).toBeChecked();
  const delay = screen.getByRole('combobox', { name: 'Publish later' });
  expect(within(delay).getByRole('option', { name: '5 hours' })).toHaveProperty('selected', true);
  await person.click(screen.getByRole('radio', { name: 'The center of a square' }));
  await person.write(screen.getByRole('textbox', { name: 'People needed in an area' }), '4');
  await person.press('button', 'Save');
  expect(await screen.findByText(/saved\./)).toBeVisible();
  expect(readSaved()).toMatchObject([
    { place_mask: 'grid', place_grid_km: 5, place_min_reports: 4, publication_delay_hours: 5 },
  ]);
});

test('a change that shows more of reports that were sent is asked about, with their number', async () => {
  const person = await openOptions({ publication_delay_hours: 5, hide_author: true }, 37);
  await person.click(screen.getByRole('switch', { name: /^Hide the exact place/ }));
  await person.click(screen.getByRole('switch', { name: /^Hide who sent it/ }));
  await person.press('button', 'Save');
  const dialog = await findDialog('Show more of 37 reports?');
  expect(dialog.getByText(/told their senders that this stays hidden/)).toBeVisible();
  expect(dialog.getAllByRole('listitem').map((it) => it.textContent)).toEqual([
    'Who sent each report',
    'The exact place of each reportA rounded place (within 790 m) → Exact place',
  ]);
  expect(dialog.getByText(/keep the time that their senders were told/)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(readSaved()).toEqual([]);
  await person.click(screen.getByRole('switch', { name: /^Hide who sent it/ }));
  await person.press('button', 'Save');
  await findDialog('Show more of 37 reports?');
  await person.press('button', 'Save and show more');
  expect(await screen.findByText(/saved\./)).toBeVisible();
  expect(readSaved()).toMatchObject([{ hide_location: false, hide_author: true }]);
});

test('another kind of hiding is asked about, one that hides more is not', async () => {
  const person = await openOptions({}, 1);
  await person.click(screen.getByRole('radio', { name: 'A shifted place' }));
  await person.press('button', 'Save');
  const dialog = await findDialog('Show more of 1 report?');
  expect(dialog.getByText(/Each place again, hidden in another way/)).toBeVisible();
  expect(dialog.getByText(/^A rounded place \(within .+\) → A shifted place \(within 2 km\)$/)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('radio', { name: 'No place' }));
  await person.press('button', 'Save');
  expect(await screen.findByText(/saved\./)).toBeVisible();
  expect(readSaved()).toMatchObject([{ place_mask: 'hidden' }]);
});

test('nothing is saved while the number of reports is unknown', async () => {
  const person = await openOptions({});
  apiServer.on(countAffectedPosts, () => createProblemResponse('request.too-many'));
  await person.click(screen.getByRole('switch', { name: /^Hide the exact place/ }));
  await person.press('button', 'Save');
  expect(await screen.findByText(/Too many attempts/)).toBeVisible();
  expect(readSaved()).toEqual([]);
});
