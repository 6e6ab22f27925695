import { screen, within } from '@testing-library/dom';
import { listApiKeys } from '@waypost/contract/api-keys/api-keys';
import {
  listPostRetentionRules,
  previewPostRetention,
  savePostRetentionRules,
} from '@waypost/contract/privacy/post-retention';
import { readConfig } from '@waypost/contract/settings/settings';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { beforeEach, expect, test } from 'vitest';
import { createProblemResponse } from '../../../testing/fake-api-server.ts';
import { apiServer, renderScreen } from '../../../testing/render-screen.tsx';
import { findDialog } from '../../../testing/screen-user.ts';
import {
  adminAccount,
  createTestAccount,
  createTestConfig,
  createTestPage,
  createTestSurvey,
} from '../../../testing/test-entities.ts';

const rules = { count: 0, results: [], allowed_privileges: ['read' as const, 'update' as const] };

beforeEach(() => {
  const retention = { id: 'retention', url: '', allowed_privileges: ['read' as const] };
  apiServer.on(
    readConfig,
    ({ params }) => createTestConfig().find((it) => it.id === params.group) ?? retention,
  );
  apiServer.on(listApiKeys, () => createTestPage([]));
  apiServer.on(listSurveys, () => createTestPage([createTestSurvey({ id: 4, name: 'Flood' })]));
  apiServer.on(listPostRetentionRules, () => rules);
  apiServer.on(previewPostRetention, ({ body }) => ({
    results: (body?.rules ?? []).map(({ days }) => ({ posts: days, oldest: null })),
  }));
  apiServer.on(savePostRetentionRules, () => rules);
});

const open = (account = adminAccount) => renderScreen('/settings/general', { account });
const findSaveButton = () => screen.findByRole('button', { name: 'Save rules' });
const findRule = (number: number) => screen.findByRole('group', { name: `Rule ${number}` });

test('a rule is added, counted, confirmed and saved', async () => {
  const person = await open();
  await screen.findByText('No rules yet. All reports are kept until you add one.');
  await person.press('button', 'Add rule');
  const rule = within(await findRule(1));
  await person.selectOptions(rule.getByRole('combobox', { name: 'Survey' }), 'Flood');
  await person.selectOptions(rule.getByRole('combobox', { name: 'What happens' }), 'Delete the report');
  const days = rule.getByRole('textbox', { name: 'Days after the report was received' });
  await person.clear(days);
  await person.type(days, '90');
  await rule.findByText('Reports affected now: 90');
  expect(rule.getByRole('link', { name: 'View these reports' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/views\/data\?.*status=archived.*created_before=\d{4}-\d\d-\d\d/),
  );
  await person.click(await findSaveButton());
  const dialog = await findDialog('Save these rules?');
  expect(dialog.getByText('Reports deleted tonight: 90')).toBeVisible();
  expect(dialog.queryByText(/Reports that lose personal data/)).not.toBeInTheDocument();
  await person.click(dialog.getByRole('button', { name: 'Save rules' }));
  await expect.poll(() => apiServer.requests(savePostRetentionRules)).toHaveLength(1);
  expect(apiServer.requests(savePostRetentionRules)[0]?.body).toEqual({
    rules: [{ form: 4, status: 'archived', action: 'delete', days: 90, keep_exact: false }],
  });
  await screen.findByText('Rules saved.');
  expect(await findSaveButton()).toBeDisabled();
});

test('a wrong number of days is told at its field, and cannot be saved', async () => {
  const person = await open();
  await person.press('button', 'Add rule');
  const rule = within(await findRule(1));
  const days = rule.getByRole('textbox', { name: 'Days after the report was received' });
  await person.clear(days);
  await person.type(days, '0');
  expect(days).toHaveAccessibleDescription(/Days after the report was received .* 1 or more/);
  expect(await findSaveButton()).toBeDisabled();
});

test('stored rules are shown and can be removed', async () => {
  apiServer.on(listPostRetentionRules, () => ({
    ...rules,
    count: 2,
    results: [
      {
        form: { id: 4, url: '' },
        status: 'draft' as const,
        action: 'anonymize' as const,
        days: 30,
        keep_exact: true,
      },
      { form: 'none' as const, status: null, action: 'delete' as const, days: 365, keep_exact: false },
    ],
  }));
  const person = await open();
  const first = within(await findRule(1));
  expect(first.getByRole('combobox', { name: 'Survey' })).toHaveDisplayValue('Flood');
  expect(first.getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Under review');
  expect(first.getByRole('checkbox', { name: 'Keep exact places and times for the team' })).toBeChecked();
  const second = within(await findRule(2));
  expect(second.queryByRole('checkbox')).toBeNull();
  expect(second.getByRole('combobox', { name: 'Survey' })).toHaveDisplayValue('Reports without a survey');
  // No filter finds them.
  await second.findByText('Reports affected now: 365');
  expect(second.queryByRole('link')).toBeNull();
  await person.click(first.getByRole('button', { name: 'Remove rule' }));
  await screen.findByText('Reports affected now: 365');
  await person.click(await findSaveButton());
  await person.click((await findDialog('Save these rules?')).getByRole('button', { name: 'Save rules' }));
  await expect
    .poll(() => apiServer.requests(savePostRetentionRules)[0]?.body)
    .toEqual({
      rules: [{ form: 'none', status: null, action: 'delete', days: 365, keep_exact: false }],
    });
});

test('a new rule removes exact places and times, unless the team is to keep them', async () => {
  const person = await open();
  await person.press('button', 'Add rule');
  const exact = within(await findRule(1)).getByRole('checkbox', {
    name: 'Keep exact places and times for the team',
  });
  expect(exact).not.toBeChecked();
  expect(exact).toHaveAccessibleDescription(/that the survey hides are removed for the team, too/);
  await within(await findRule(1)).findByText('Reports affected now: 365');
  await person.click(await findSaveButton());
  const first = await findDialog('Save these rules?');
  first.getByText(/^Exact places and times that surveys hide are removed/);
  await person.click(first.getByRole('button', { name: 'Cancel' }));
  await person.click(exact);
  await within(await findRule(1)).findByText('Reports affected now: 365');
  await person.click(await findSaveButton());
  const dialog = await findDialog('Save these rules?');
  expect(dialog.queryByText(/^Exact places/)).toBeNull();
  await person.click(dialog.getByRole('button', { name: 'Save rules' }));
  await expect
    .poll(() => apiServer.requests(savePostRetentionRules)[0]?.body)
    .toEqual({
      rules: [{ form: null, status: 'archived', action: 'anonymize', days: 365, keep_exact: true }],
    });
});

test('a save that fails is told in the dialog and keeps the rules', async () => {
  apiServer.on(savePostRetentionRules, () => createProblemResponse('server.busy'));
  const person = await open();
  await person.press('button', 'Add rule');
  await within(await findRule(1)).findByText(/Reports affected now/);
  await person.click(await findSaveButton());
  const dialog = await findDialog('Save these rules?');
  await person.click(dialog.getByRole('button', { name: 'Save rules' }));
  await dialog.findByRole('alert');
  await findRule(1);
});

test('those who manage settings only do not see the rules', async () => {
  await open(createTestAccount({ role: 'settings', permissions: ['Manage Settings'] }));
  await screen.findByText('Retention of personal data');
  expect(screen.queryByText('Retention of reports')).not.toBeInTheDocument();
});
