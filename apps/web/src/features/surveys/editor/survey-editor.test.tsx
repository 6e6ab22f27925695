import { fireEvent, screen, within } from '@testing-library/dom';
import { listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { listAreas } from '@waypost/contract/areas/list-areas';
import { listCategories } from '@waypost/contract/categories/categories';
import { listAttributes, updateAttribute } from '@waypost/contract/surveys/attributes';
import { createSurvey } from '@waypost/contract/surveys/save-surveys';
import {
  countAffectedPosts,
  listSurveyRoles,
  readSurvey,
  type Survey,
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
async function openSavedSurvey(survey: Partial<Survey> = {}) {
  apiServer.on(readSurvey, () => createTestSurvey(survey));
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

test('a new survey has a title and a description field and can be saved with a name and a description', async () => {
  const person = await openNewSurvey();
  expect(getFieldLabels()).toEqual(['Edit Title', 'Edit Description']);
  const saveButton = screen.getByRole('button', { name: 'Add survey' });
  expect(saveButton).toBeDisabled();
  await fillDetails(person);
  expect(saveButton).toBeEnabled();
});

test('shows an error for a name of one letter on blur', async () => {
  const person = await openNewSurvey();
  await person.fill('Name', 'S');
  await person.tab();
  expect(getBuilder().getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    /at least 2 characters/,
  );
});

test('adds a field in two steps at the end', async () => {
  const person = await openNewSurvey();
  await addField(person, /^Short text/, 'Lamp number');
  await screen.findByRole('button', { name: 'Edit Lamp number' });
  expect(getFieldLabels()).toEqual(['Edit Title', 'Edit Description', 'Edit Lamp number']);
});

test('does not add a field without a label and focuses the label with an error', async () => {
  const person = await openNewSurvey();
  await person.press('button', 'Add a field to Post');
  const dialog = await findDialog('What do you want to ask for?');
  await person.click(dialog.getByRole('button', { name: /^Short text/ }));
  await person.press('button', 'Add field');
  const name = within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Name' });
  await waitForFocus(name);
  expect(name).toHaveAccessibleDescription(/A name is required/);
});

test('does not add a choice field without options', async () => {
  const person = await openNewSurvey();
  await addField(person, /^One choice/, 'Side');
  expect(await screen.findByText('Enter at least one choice.')).toBeVisible();
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('Enter in a choice adds one, and what is typed at once belongs to it', async () => {
  const person = await openNewSurvey();
  await addField(person, /^One choice/, 'Side');
  const first = await screen.findByRole('textbox', { name: 'Choice 1' });
  first.focus();
  await person.paste('Left');
  fireEvent.keyDown(first, { key: 'Enter' });
  expect(screen.getByRole('textbox', { name: 'Choice 2' })).toHaveFocus();
  fireEvent.keyDown(document.activeElement!, { key: 'Backspace' });
  expect(first).toHaveFocus();
});

test('does not offer a second title field', async () => {
  const person = await openNewSurvey();
  await person.press('button', 'Add a field to Post');
  const dialog = await findDialog('What do you want to ask for?');
  expect(dialog.queryByRole('button', { name: /^Title of the report/ })).toBeNull();
  expect(dialog.getByRole('button', { name: /^Short text/ })).toBeVisible();
});

test('Escape closes the field dialog without changes and restores the focus', async () => {
  const person = await openSavedSurvey();
  await person.press('button', 'Edit Lamp number');
  await findDialog('Edit Lamp number');
  await person.fill('Help text', 'On the pole');
  await person.keyboard('{Escape}');
  await waitForFocus(screen.getByRole('button', { name: 'Edit Lamp number' }));
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('moving a field by keyboard keeps the focus and announces the new position', async () => {
  const person = await openSavedSurvey();
  const upButton = screen.getByRole('button', { name: 'Move Lamp number up' });
  upButton.focus();
  await person.keyboard('{Enter}');
  expect(getFieldLabels()).toEqual(['Edit Title', 'Edit Lamp number', 'Edit Description']);
  await waitForFocus(screen.getByRole('button', { name: 'Move Lamp number up' }));
  expect(screen.getByText('Lamp number is now number 2 of 3.')).toBeInTheDocument();
});

test('deleting a field with answers requires its name to be typed', async () => {
  apiServer.on(countAffectedPosts, () => ({ posts: 12 }));
  const person = await openSavedSurvey();
  await person.press('button', 'Delete Lamp number');
  const dialog = await findDialog('Delete the field “Lamp number”?');
  expect(await dialog.findByRole('alert')).toHaveTextContent(/The answers of 12 reports are deleted too/);
  const confirmButton = dialog.getByRole('button', { name: 'Delete field' });
  expect(confirmButton).toBeDisabled();
  await person.fill(/To confirm, type the name:/, 'Lamp');
  expect(confirmButton).toBeDisabled();
  await person.fill(/To confirm, type the name:/, 'Lamp number');
  await person.click(confirmButton);
  await expect.poll(() => screen.queryByRole('button', { name: 'Edit Lamp number' })).toBeNull();
});

test('a field cannot be deleted while the number of its answers is unknown', async () => {
  apiServer.on(countAffectedPosts, () => createProblemResponse('request.too-many'));
  const person = await openSavedSurvey();
  await person.press('button', 'Delete Lamp number');
  const dialog = await findDialog('Delete the field “Lamp number”?');
  expect(await dialog.findByText(/Too many attempts\. Wait a minute, then try again/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Delete field' })).toBeDisabled();
});

test('a saved field keeps its type, also one that this version of the editor does not know', async () => {
  apiServer.on(updateAttribute, ({ params }) => createTestAttribute({ id: params.attributeId }));
  const person = await openSavedSurvey({ description: 'Lamps that are out' });
  await person.press('button', 'Edit Lamp number');
  await findDialog('Edit Lamp number');
  await person.fill('Help text', 'On the pole');
  await person.press('button', 'Done');
  await person.press('button', 'Save');
  await expect.poll(() => apiServer.requests(updateAttribute)).toHaveLength(1);
  const body = apiServer.requests(updateAttribute)[0]?.body;
  expect(body).toMatchObject({ instructions: 'On the pole' });
  expect(body).not.toHaveProperty('type');
  expect(body).not.toHaveProperty('input');
});

test('required fields have no delete button', async () => {
  await openSavedSurvey();
  expect(screen.queryByRole('button', { name: 'Delete Title' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete Lamp number' })).toBeVisible();
});

test('asks before leaving with an unsaved field', async () => {
  const person = await openSavedSurvey();
  await person.press('button', 'Move Lamp number up');
  await screen.findByText('Check these fields before you save: Description.');
  await person.press('button', 'Cancel');
  await findDialog('Leave without saving?');
});

test('shows a server error for the name at its field', async () => {
  apiServer.on(createSurvey, () => createValidationResponse({ field: 'name', rule: 'taken' }));
  const person = await openNewSurvey();
  await fillDetails(person);
  await person.press('button', 'Add survey');
  await screen.findByText(/already in use/);
  expect(getBuilder().getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/already in use/);
});

test('when the plan is full, returns to the list with a message and keeps the new survey', async () => {
  apiServer.on(createSurvey, () => createValidationResponse({ field: 'name', rule: 'limitSurveys' }));
  const person = await openNewSurvey();
  await fillDetails(person);
  await person.press('button', 'Add survey');
  expect(await screen.findByText('Surveys limit reached')).toBeVisible();
  expect(await screen.findByText('“Street lights” is not saved yet')).toBeInTheDocument();
});

test('a survey without a place says that it makes no pins, and offers one', async () => {
  const person = await openNewSurvey();
  expect(screen.getByText('Reports of this survey are not on the map')).toBeVisible();
  await person.press('button', 'Add a place field');
  expect(getFieldLabels()).toEqual(['Edit Title', 'Edit Description', 'Edit Where is it?']);
  expect(screen.queryByText('Reports of this survey are not on the map')).toBeNull();
});

test('pasted questions become fields of the kinds that were chosen', async () => {
  const person = await openNewSurvey();
  await person.press('button', 'Paste questions into Post');
  const dialog = await findDialog('Paste questions');
  await person.write(
    dialog.getByRole('textbox', { name: /^Questions/ }),
    'How many people? *\nWhat is needed?\n  Water\n  Food',
  );
  await person.choose('Type of “How many people?”', 'Whole number');
  await person.click(dialog.getByRole('button', { name: 'Add fields: 2' }));
  expect(getFieldLabels()).toEqual([
    'Edit Title',
    'Edit Description',
    'Edit How many people?',
    'Edit What is needed?',
  ]);
  expect(getBuilder().getByText(/One choice · 2 choices/)).toBeVisible();
});

test('the editor says which answers only the team sees', async () => {
  const person = await openNewSurvey();
  const summary = within(screen.getByRole('region', { name: 'Who sees the answers' }));
  expect(summary.getByText('Everyone:').parentElement).toHaveTextContent('Title · Description');
  expect(summary.queryByText('Only the team:')).toBeNull();
  await person.press('button', 'Add a field to Post');
  const dialog = await findDialog('What do you want to ask for?');
  await person.click(dialog.getByRole('button', { name: /^Short text/ }));
  await person.write(await dialog.findByRole('textbox', { name: 'Name' }), 'Phone');
  await person.press('switch', /^Answers for the team only/);
  await person.press('button', 'Add field');
  expect(summary.getByText('Only the team:').parentElement).toHaveTextContent('Phone');
});

test('a phone number is for the team only unless somebody decides otherwise', async () => {
  const person = await openNewSurvey();
  await addField(person, /^Phone number/, 'Whom can we call?');
  const summary = within(screen.getByRole('region', { name: 'Who sees the answers' }));
  expect(summary.getByText('Only the team:').parentElement).toHaveTextContent('Whom can we call?');
});

test('the default text of the consent is offered in all languages, and the preview asks for consent', async () => {
  const person = await openNewSurvey();
  await person.press('tab', 'Configure');
  await person.click(await screen.findByRole('switch', { name: /^Ask reporters for consent/ }));
  await person.press('button', 'Add this text in all languages');
  expect(screen.getByRole('textbox', { name: 'Text in Arabic' })).toHaveValue(
    'يقرأ الفريق بلاغك. اختر كيف يُستخدم. يمكنك تغيير إجاباتك لاحقًا.',
  );
  expect(screen.queryByRole('button', { name: 'Add this text in all languages' })).toBeNull();
  expect(await screen.findByRole('checkbox', { name: 'My report may be published.' })).toBeVisible();
});

test('a field for a place can demand that it is inside an area', async () => {
  apiServer.on(listAreas, () => ({
    count: 1,
    results: [{ id: 7, set_id: 1, set_name: 'Wards', name: 'Kilimani' }],
  }));
  apiServer.on(listAreaOutlines, () => ({ type: 'FeatureCollection' as const, features: [] }));
  const person = await openNewSurvey();
  await person.press('button', 'Add a field to Post');
  const dialog = await findDialog('What do you want to ask for?');
  await person.click(dialog.getByRole('button', { name: /^Place/ }));
  await person.write(await dialog.findByRole('textbox', { name: 'Name' }), 'Where');
  await person.choose('Where the place must be', 'Kilimani');
  await person.press('button', 'Add field');
  await person.press('button', 'Edit Where');
  expect(await screen.findByRole('combobox', { name: 'Where the place must be' })).toHaveValue('area 7');
});
