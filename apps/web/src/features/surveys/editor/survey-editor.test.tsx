import { screen, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import {
  countAffectedPosts,
  createSurvey,
  listSurveyRoles,
  readSurvey,
} from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog, waitForFocus } from '../../../testing/screen-user.ts';
import {
  adminAccount,
  createTestAttribute,
  createTestCategory,
  createTestPage,
  createTestSurvey,
  createTestTask,
} from '../../../testing/test-entities.ts';

beforeEach(() => apiServer.on(listCategories, () => createTestPage([createTestCategory()])));

async function openNewSurvey() {
  const person = await renderScreen('/settings/surveys/create', { account: adminAccount });
  await screen.findByRole('button', { name: 'Add survey' });
  return person;
}

/** Opens a saved survey with title, description and one further field. */
async function openSavedSurvey() {
  apiServer.on(readSurvey, () => createTestSurvey());
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listSurveyRoles, () => createTestPage([]));
  apiServer.on(listAttributes, () =>
    createTestPage([
      createTestAttribute({ id: 901, key: 'title', label: 'Title', type: 'title', required: true }),
      createTestAttribute({
        id: 902,
        key: 'content',
        label: 'Description',
        type: 'description',
        input: 'textarea',
        required: true,
      }),
      createTestAttribute({ id: 903, key: 'lamp', label: 'Lamp number' }),
    ]),
  );
  const person = await renderScreen('/settings/surveys/edit/1', { account: adminAccount });
  await screen.findByRole('button', { name: 'Edit Lamp number' });
  return person;
}

const getBuilder = () => within(screen.getByRole('form', { name: 'Survey' }));
const getFieldLabels = () =>
  getBuilder()
    .getAllByRole('button', { name: /^Edit / })
    .map((element) => element.getAttribute('aria-label'));

/** Fills in the editor's own fields; the preview has fields with the same labels. */
async function fillDetails(person: Awaited<ReturnType<typeof openNewSurvey>>) {
  await person.write(getBuilder().getByRole('textbox', { name: 'Name' }), 'Street lights');
  await person.write(getBuilder().getAllByRole('textbox', { name: 'Description' })[0]!, 'Lamps that are out');
}

async function addField(person: Awaited<ReturnType<typeof openNewSurvey>>, kind: RegExp, label: string) {
  await person.press('button', 'Add a field to Post');
  const dialog = await findDialog('What do you want to ask for?');
  await person.click(dialog.getByRole('button', { name: kind }));
  await person.write(await dialog.findByRole('textbox', { name: 'Name' }), label);
  await person.press('button', 'Add field');
}

test('a new survey asks for a title and a text, and can be saved once it has a name and a description', async () => {
  const person = await openNewSurvey();
  expect(getFieldLabels()).toEqual(['Edit Title', 'Edit Description']);
  const saveButton = screen.getByRole('button', { name: 'Add survey' });
  expect(saveButton).toBeDisabled();
  await fillDetails(person);
  expect(saveButton).toBeEnabled();
});

test('a name of one letter is told when its field is left', async () => {
  const person = await openNewSurvey();
  await person.fill('Name', 'S');
  await person.tab();
  expect(getBuilder().getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    /at least 2 characters/,
  );
});

test('a field is added in two steps and stands last', async () => {
  const person = await openNewSurvey();
  await addField(person, /^Short text/, 'Lamp number');
  await screen.findByRole('button', { name: 'Edit Lamp number' });
  expect(getFieldLabels()).toEqual(['Edit Title', 'Edit Description', 'Edit Lamp number']);
});

test('a field without a name is not added: the name says what is missing and has the focus', async () => {
  const person = await openNewSurvey();
  await person.press('button', 'Add a field to Post');
  const dialog = await findDialog('What do you want to ask for?');
  await person.click(dialog.getByRole('button', { name: /^Short text/ }));
  await person.press('button', 'Add field');
  const name = within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Name' });
  await waitForFocus(name);
  expect(name).toHaveAccessibleDescription(/A name is required/);
});

test('a choice without anything to choose from is not added', async () => {
  const person = await openNewSurvey();
  await addField(person, /^One choice/, 'Side');
  expect(await screen.findByText('Write at least one choice.')).toBeVisible();
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('a second title of the report is not offered', async () => {
  const person = await openNewSurvey();
  await person.press('button', 'Add a field to Post');
  const dialog = await findDialog('What do you want to ask for?');
  expect(dialog.queryByRole('button', { name: /^Title of the post/ })).toBeNull();
  expect(dialog.getByRole('button', { name: /^Short text/ })).toBeVisible();
});

test('Escape leaves the window of a field, changes nothing, and gives the focus back', async () => {
  const person = await openSavedSurvey();
  await person.press('button', 'Edit Lamp number');
  await findDialog('Edit Lamp number');
  await person.fill('Help', 'On the pole');
  await person.keyboard('{Escape}');
  await waitForFocus(screen.getByRole('button', { name: 'Edit Lamp number' }));
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('a field is moved with the keyboard, keeps the focus, and its new place is said aloud', async () => {
  const person = await openSavedSurvey();
  const upButton = screen.getByRole('button', { name: 'Move Lamp number up' });
  upButton.focus();
  await person.keyboard('{Enter}');
  expect(getFieldLabels()).toEqual(['Edit Title', 'Edit Lamp number', 'Edit Description']);
  await waitForFocus(screen.getByRole('button', { name: 'Move Lamp number up' }));
  expect(screen.getByText('Lamp number is now number 2 of 3.')).toBeInTheDocument();
});

test('deleting a field that has answers wants its name typed', async () => {
  apiServer.on(countAffectedPosts, () => ({ posts: 12 }));
  const person = await openSavedSurvey();
  await person.press('button', 'Delete Lamp number');
  const dialog = await findDialog('Delete the field “Lamp number”?');
  expect(await dialog.findByRole('alert')).toHaveTextContent(/The answers of 12 posts go with it/);
  const confirmButton = dialog.getByRole('button', { name: 'Delete field' });
  expect(confirmButton).toBeDisabled();
  await person.fill(/type its name/, 'Lamp');
  expect(confirmButton).toBeDisabled();
  await person.fill(/type its name/, 'Lamp number');
  await person.click(confirmButton);
  await expect.poll(() => screen.queryByRole('button', { name: 'Edit Lamp number' })).toBeNull();
});

test('a field cannot be deleted while it is not known how many answers it has', async () => {
  apiServer.on(countAffectedPosts, () => createProblemResponse('request.too-many'));
  const person = await openSavedSurvey();
  await person.press('button', 'Delete Lamp number');
  const dialog = await findDialog('Delete the field “Lamp number”?');
  expect(await dialog.findByText(/Too many tries/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Delete field' })).toBeDisabled();
});

test('required fields offer no deletion', async () => {
  await openSavedSurvey();
  expect(screen.queryByRole('button', { name: 'Delete Title' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete Lamp number' })).toBeVisible();
});

test('leaving with a field that is not saved asks first', async () => {
  const person = await openSavedSurvey();
  await person.press('button', 'Move Lamp number up');
  await screen.findByText('Not saved yet');
  await person.press('button', 'Cancel');
  await findDialog('Leave without saving?');
});

test('a name that the server refuses is told at the name', async () => {
  apiServer.on(createSurvey, () => createValidationResponse({ field: 'name', rule: 'taken' }));
  const person = await openNewSurvey();
  await fillDetails(person);
  await person.press('button', 'Add survey');
  await screen.findByText(/already in use/);
  expect(getBuilder().getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/already in use/);
});

test('a full plan leads to the list, says so, and keeps what was made', async () => {
  apiServer.on(createSurvey, () => createValidationResponse({ field: 'name', rule: 'limitSurveys' }));
  const person = await openNewSurvey();
  await fillDetails(person);
  await person.press('button', 'Add survey');
  expect(await screen.findByText('Surveys limit reached')).toBeVisible();
  expect(await screen.findByText('“Street lights” is not saved yet')).toBeInTheDocument();
});
