import { screen, within } from '@testing-library/dom';
import { readSetup } from '@waypost/contract/setup-assistant/setup-assistant';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import {
  listTemplateApplications,
  previewTemplateUndo,
  undoTemplateApplication,
} from '@waypost/contract/templates/template-applications';
import { Template } from '@waypost/contract/templates/template-format';
import {
  applyTemplate,
  listTemplates,
  previewTemplate,
  readTemplate,
  type TemplateChange,
} from '@waypost/contract/templates/templates';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse, createValidationResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage, createTestSurvey } from '../../testing/test-entities.ts';

const file = {
  format: 'waypost-template',
  version: 1,
  title: { en: 'Flood', fr: 'Inondation' },
  tags: [{ slug: 'rescue', tag: { en: 'Rescue', fr: 'Secours' } }],
  forms: [
    {
      key: 'flood',
      name: { en: 'Flood report', fr: 'Signalement' },
      stages: [
        {
          label: 'Report',
          type: 'post',
          attributes: [
            {
              key: 'a',
              label: { en: 'How high?', fr: 'Hauteur ?' },
              type: 'int',
              input: 'number',
              required: true,
            },
            { key: 'b', label: 'Phone', type: 'varchar', input: 'text', response_private: true },
          ],
        },
      ],
    },
  ],
};
const change = (values: Partial<TemplateChange>): TemplateChange => ({
  part: 'forms',
  name: 'Flood report',
  action: 'create',
  reason: null,
  ...values,
});
const answerWith = (changes: TemplateChange[]) => {
  apiServer.on(previewTemplate, ({ body }) => ({
    mode: body.mode,
    language: body.language ?? 'en',
    changes,
    application_id: null,
  }));
  apiServer.on(applyTemplate, ({ body }) => ({
    mode: body.mode,
    language: body.language ?? 'en',
    changes,
    application_id: 7,
  }));
};

beforeEach(() => {
  apiServer.on(listTemplates, () => ({
    count: 1,
    results: [
      {
        name: 'flood',
        title: 'Flood',
        description: 'Water',
        icon: 'ripple',
        color: null,
        forms: 1,
        tags: 8,
        roles: 0,
        savedsearches: 2,
      },
    ],
  }));
  apiServer.on(listTemplateApplications, () => ({ count: 0, results: [] }));
  apiServer.on(readTemplate, () => Template.parse(file));
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey()]));
  answerWith([change({}), change({ part: 'tags', name: 'Rescue', action: 'same' })]);
});

test('templates are cards with the numbers of their parts', async () => {
  await renderScreen('/settings/templates', { account: adminAccount });
  const list = within(await screen.findByRole('list', { name: 'Templates' }));
  expect(list.getByRole('link', { name: 'Flood' })).toHaveAttribute('href', '/settings/templates/flood');
  expect(list.getByText('Categories: 8')).toBeVisible();
  expect(list.queryByText(/Roles:/)).toBeNull();
});

test('a list that fails can be fetched again', async () => {
  let isDown = true;
  apiServer.on(listTemplates, () =>
    isDown ? createProblemResponse('server.busy') : { count: 0, results: [] },
  );
  const person = await renderScreen('/settings/templates', { account: adminAccount });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await person.click(again);
  expect(await screen.findByText('No templates')).toBeVisible();
});

test('a template that is applied in the set-up leads back to it', async () => {
  apiServer.on(readSetup, () => ({ steps: [], dismissed: false, allowed_privileges: [] }));
  const person = await renderScreen('/settings/templates/flood?from=setup', { account: adminAccount });
  await screen.findByText('Already here: 1');
  await person.press('button', 'Apply template');
  await screen.findByText('Template “Flood” applied.');
  expect(await screen.findByRole('heading', { name: 'Set-up' })).toBeVisible();
});

test('a template shows its questions and what changes, and is applied in the chosen language', async () => {
  const person = await renderScreen('/settings/templates/flood', { account: adminAccount });
  expect(await screen.findByText('How high?')).toBeVisible();
  expect(screen.getByText(/Short text .* Team only/)).toBeVisible();
  await person.choose('Language', 'français');
  expect(await screen.findByText('Hauteur ?')).toBeVisible();
  expect(await screen.findByText('Already here: 1')).toBeVisible();
  await person.press('button', 'Apply template');
  await screen.findByText('Template “Inondation” applied.');
  expect(apiServer.requests(applyTemplate)[0]?.body).toEqual({
    name: 'flood',
    mode: 'merge',
    language: 'fr',
  });
});

test('where something is deleted, a dialog names it first', async () => {
  answerWith([
    change({ name: 'Old survey', action: 'delete' }),
    change({ name: 'Used', action: 'keep', reason: 'posts' }),
  ]);
  const person = await renderScreen('/settings/templates/flood', { account: adminAccount });
  await person.press('radio', 'Replace what is here');
  expect(await screen.findByText('Reports use it.')).toBeVisible();
  await person.press('button', 'Apply template');
  const dialog = await findDialog('Replace what is here?');
  expect(dialog.getByText(/Deleted: Old survey/)).toBeVisible();
  expect(apiServer.requests(applyTemplate)).toHaveLength(0);
  await person.click(dialog.getByRole('button', { name: 'Apply template' }));
  await screen.findByText('Template “Flood” applied.');
  expect(apiServer.requests(applyTemplate)[0]?.body).toMatchObject({ mode: 'replace' });
});

test('where only questions are deleted, the dialog names their survey', async () => {
  const attributes = { created: 0, updated: 0, deleted: 2, kept: 0 };
  answerWith([change({ action: 'update', attributes })]);
  const person = await renderScreen('/settings/templates/flood', { account: adminAccount });
  await person.press('radio', 'Replace what is here');
  await screen.findByText('Questions deleted: 2');
  await person.press('button', 'Apply template');
  const dialog = await findDialog('Replace what is here?');
  expect(
    dialog.getByText('Deleted: Flood report (Questions deleted: 2). This cannot be undone.'),
  ).toBeVisible();
});

test('where nothing changes, nothing can be applied', async () => {
  answerWith([
    change({ action: 'same' }),
    change({ name: 'Guard', part: 'roles', action: 'skip', reason: 'rights' }),
  ]);
  await renderScreen('/settings/templates/flood', { account: adminAccount });
  expect(await screen.findByText("You don't have permission for this.")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Apply template' })).toBeDisabled();
});

test('an unknown template is told', async () => {
  apiServer.on(readTemplate, () => createProblemResponse('entity.not-found'));
  await renderScreen('/settings/templates/nothing', { account: adminAccount });
  expect(await screen.findByText('Template not found')).toBeVisible();
});

async function chooseFile(content: string) {
  const person = await renderScreen('/settings/move', { account: adminAccount });
  await screen.findByRole('button', { name: 'Choose a file' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('there is no file input');
  await person.upload(input, new File([content], 'set-up.json', { type: 'application/json' }));
  return person;
}

test('the faults of a file are listed with their places', async () => {
  await chooseFile(JSON.stringify({ ...file, tags: [{ slug: 'a', tag: 'Fine', colour: '#fff' }] }));
  expect(await screen.findByText('tags[0].colour is not recognized.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Apply template' })).toBeNull();
});

test('faults that only the server finds have their places too', async () => {
  apiServer.on(previewTemplate, () =>
    createValidationResponse({
      field: 'template/forms/0/stages/0/attributes/1/type',
      rule: 'duplicateTypes',
    }),
  );
  await chooseFile(JSON.stringify(file));
  expect(await screen.findByText(/forms\[0\]\.stages\[0\]\.attributes\[1\]\.type/)).toBeVisible();
});

test('a file that is not JSON is told, and another one can be chosen', async () => {
  await chooseFile('name,phone');
  expect(await screen.findByText(/This file is not JSON/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeVisible();
});

test('a valid file is sent as it is', async () => {
  const person = await chooseFile(JSON.stringify(file));
  await screen.findByText('Already here: 1');
  await person.press('button', 'Apply template');
  await screen.findByText('Template “Flood” applied.');
  expect(apiServer.requests(applyTemplate)[0]?.body).toMatchObject({ template: file, mode: 'merge' });
});

const undo = {
  id: 7,
  title: 'Flood',
  changes: [
    change({ name: 'Flood report', action: 'keep', reason: 'posts' }),
    change({ part: 'tags', name: 'Rescue', action: 'delete' }),
  ],
};

test('an applied template is undone from its notice, which then names what stays', async () => {
  apiServer.on(undoTemplateApplication, () => undo);
  const person = await renderScreen('/settings/templates/flood', { account: adminAccount });
  await screen.findByText('Already here: 1');
  await person.press('button', 'Apply template');
  await screen.findByText('Template “Flood” applied.');
  await person.press('button', 'Undo');
  expect(await screen.findByText('Template “Flood” undone. Kept: Flood report')).toBeVisible();
  expect(apiServer.requests(undoTemplateApplication)[0]?.params).toEqual({ id: 7 });
});

test('applied templates are listed, and a dialog says what undoing one deletes and keeps', async () => {
  const created = '2026-11-25T10:00:00+00:00';
  apiServer.on(listTemplateApplications, () => ({
    count: 2,
    results: [
      { id: 7, title: 'Flood', created, undone: null },
      { id: 6, title: 'Wildfire', created, undone: created },
    ],
  }));
  apiServer.on(previewTemplateUndo, () => undo);
  apiServer.on(undoTemplateApplication, () => ({ ...undo, changes: undo.changes.slice(1) }));
  const person = await renderScreen('/settings/templates', { account: adminAccount });
  const list = within(await screen.findByRole('list', { name: 'Applied templates' }));
  expect(list.getByText('Undone')).toBeVisible();
  await person.click(list.getByRole('button', { name: 'Undo' }));
  const dialog = await findDialog('Undo template “Flood”?');
  expect(await dialog.findByText('Reports use it.')).toBeVisible();
  expect(dialog.getByText('Rescue')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Undo template' }));
  expect(await screen.findByText('Template “Flood” undone.')).toBeVisible();
});

test('what an undo refuses is shown in its dialog', async () => {
  const created = '2026-11-25T10:00:00+00:00';
  apiServer.on(listTemplateApplications, () => ({
    count: 1,
    results: [{ id: 7, title: 'Flood', created, undone: null }],
  }));
  apiServer.on(previewTemplateUndo, () => ({ ...undo, changes: [] }));
  apiServer.on(undoTemplateApplication, () => createProblemResponse('template.undone'));
  const person = await renderScreen('/settings/templates', { account: adminAccount });
  await person.press('button', 'Undo');
  const dialog = await findDialog('Undo template “Flood”?');
  expect(await dialog.findByText('Nothing is left to delete.')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Undo template' }));
  expect(await dialog.findByText('This template has already been undone.')).toBeVisible();
});
