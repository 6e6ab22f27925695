import { screen, waitFor, within } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { readSuggestionModel } from '@waypost/contract/review/suggestions';
import {
  createUrgencyRule,
  deleteUrgencyRule,
  listUrgencyRules,
  previewUrgencyRule,
  type UrgencyRule,
  updateUrgencyRule,
} from '@waypost/contract/review/urgency';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../testing/render-screen.tsx';
import { findDialog } from '../../testing/screen-user.ts';
import { adminAccount, createTestPage } from '../../testing/test-entities.ts';

const createRule = (values: Partial<UrgencyRule>): UrgencyRule => ({
  id: 1,
  kind: 'words',
  weight: 3,
  tag: null,
  form: null,
  name: null,
  words: ['trapped', 'help'],
  location: null,
  within_km: null,
  hours: null,
  ...values,
});
let rules: UrgencyRule[];

beforeEach(() => {
  rules = [createRule({})];
  apiServer.on(listUrgencyRules, () => ({ count: rules.length, results: rules, is_updating: false }));
  apiServer.on(previewUrgencyRule, () => ({ count: 2, total: 9 }));
  apiServer.on(listCategories, () => createTestPage([]));
  apiServer.on(createUrgencyRule, ({ body }) => {
    const rule = createRule({ id: 2, kind: body.kind, weight: body.weight, hours: body.hours ?? null });
    rules = [...rules, { ...rule, words: body.words ?? [] }];
    return rule;
  });
  apiServer.on(updateUrgencyRule, ({ body }) => {
    rules = [createRule({ weight: body.weight, words: body.words ?? [] })];
    return createRule({});
  });
  apiServer.on(deleteUrgencyRule, () => {
    rules = [];
    return createRule({});
  });
  apiServer.on(readSuggestionModel, () => ({
    is_training: false,
    trained: null,
    posts: 0,
    seconds: null,
    memory_mb: null,
    tests: [],
  }));
});

const open = () => renderScreen('/settings/review', { account: adminAccount });
const findRules = async () =>
  within(await screen.findByRole('list', { name: 'Urgency' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('a rule is added once it is complete, and says how many waiting reports it matches', async () => {
  rules = [];
  const person = await open();
  await screen.findByText('No rules yet');
  await person.press('button', 'Add rule');
  const dialog = await findDialog('Add rule');
  expect(dialog.getByText('Complete the rule to see how many waiting reports match.')).toBeVisible();
  await person.choose('Rule applies to', 'Waiting time');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  const hours = dialog.getByRole('textbox', { name: 'Hours of waiting' });
  await waitFor(() => expect(hours).toBeInvalid());
  expect(apiServer.requests(createUrgencyRule)).toEqual([]);
  await person.write(hours, '12');
  expect(await dialog.findByText('2 of 9 waiting reports match.')).toBeVisible();
  await person.choose('Weight', '4');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(apiServer.requests(createUrgencyRule)[0]?.body).toMatchObject({
    kind: 'age',
    hours: 12,
    weight: 4,
  });
  expect(await findRules()).toEqual([expect.stringContaining('Waiting for 12 hours or more')]);
});

test('a rule is changed: each line is a word or phrase', async () => {
  const person = await open();
  await person.press('button', 'Edit rule: Words: trapped, help');
  const dialog = await findDialog('Edit rule');
  await person.write(
    dialog.getByRole('textbox', { name: 'Words in the report' }),
    'trapped\n\n water rising \n',
  );
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(apiServer.requests(updateUrgencyRule)[0]).toMatchObject({
    params: { ruleId: 1 },
    body: { kind: 'words', weight: 3, words: ['trapped', 'water rising'] },
  });
});

test('a deleted rule can be brought back', async () => {
  const person = await open();
  await person.press('button', 'Delete rule: Words: trapped, help');
  await screen.findByText('No rules yet');
  await person.press('button', 'Undo');
  expect(await findRules()).toEqual([expect.stringContaining('trapped, help')]);
});

test('a list that cannot be loaded says so and can be loaded again', async () => {
  let isBroken = true;
  apiServer.on(listUrgencyRules, () =>
    isBroken ? createProblemResponse('server.failed') : { count: 1, results: rules, is_updating: true },
  );
  const person = await open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await person.click(retry);
  await findRules();
  expect(screen.getByText('Sorting the waiting reports…')).toBeVisible();
});
