/**
 * The survey builder: a survey is designed with a preview, saved, shared, answered by a visitor and in an embedded form, copied,
 * and fields and surveys with answers are deleted after their name is typed.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { openSentReport } from '../support/open-sent-report.ts';
import {
  builder,
  button,
  dialog,
  preview,
  rows,
  savedNotice,
  saveField,
  startField,
  text,
  wideScreen,
} from '../support/survey-builder.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

async function designSurvey(page: Page): Promise<void> {
  const save = button(builder(page), 'Add survey');
  await expect(save).toBeDisabled();
  await text(builder(page), 'Name').fill('Flooded roads');
  await text(builder(page), 'Description').focus();
  await text(builder(page), 'Description').blur();
  await expect(page.getByText('Description is required.')).toBeVisible();
  await expect(save).toBeDisabled();
  await text(builder(page), 'Description').fill('Where is a road **under water**?');
  await expect(preview(page).getByText('Flooded roads')).toBeVisible();
  await expect(preview(page).locator('strong', { hasText: 'under water' })).toBeVisible();
  // Title and description are part of every report.
  await expect(rows(page, 'Post')).toHaveCount(2);
  await expect(button(builder(page), 'Delete Title')).toHaveCount(0);

  await startField(page, 'Post', /^One choice/, 'Can it be passed?');
  await button(dialog(page), 'Add field').click();
  await expect(dialog(page).getByText('Enter at least one choice.')).toBeVisible();
  await text(dialog(page), 'Choice 1').fill('On foot');
  await page.keyboard.press('Enter');
  await page.keyboard.type('By car');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Not at all');
  await dialog(page).getByRole('switch', { name: 'Required' }).check();
  await expectAccessible(page, 'a field with choices');
  await saveField(page);
  await expect(preview(page).getByRole('radio', { name: 'By car' })).toBeVisible();

  await startField(page, 'Post', /^Number/, 'Depth in metres');
  await text(dialog(page), 'Default answer').fill('deep');
  await button(dialog(page), 'Add field').click();
  await expect(dialog(page).getByText('Enter a number, such as 12.5.')).toBeVisible();
  await text(dialog(page), 'Default answer').fill('0.5');
  await saveField(page);
  await expect(preview(page).getByRole('textbox', { name: 'Depth in metres' })).toHaveValue('0.5');

  // Escape discards the field.
  await startField(page, 'Post', /^Date Day, month/, 'Discarded');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(rows(page, 'Post')).toHaveCount(4);
}

async function addTeamTask(page: Page): Promise<void> {
  await button(builder(page), 'Add a task').click();
  await text(dialog(page), 'Task name').fill('Check it');
  await dialog(page).getByRole('switch', { name: 'Required before publishing' }).check();
  await button(dialog(page), 'Add a task').click();
  await startField(page, 'Check it', /^Short text/, 'Who was asked?');
  await saveField(page);
  // The preview for visitors shows no internal task.
  await expect(preview(page).getByRole('tab', { name: 'Check it' })).toHaveCount(0);
  await preview(page).getByText('Team', { exact: true }).click();
  await preview(page).getByRole('tab', { name: 'Check it' }).click();
  await expect(preview(page).getByRole('textbox', { name: 'Who was asked?' })).toBeVisible();
  const section = page.getByRole('region', { name: /^Check it/ });
  await section.getByRole('tab', { name: 'Configure' }).click();
  await section.getByRole('switch', { name: 'Required before publishing' }).uncheck();
}

async function chooseRoles(page: Page): Promise<void> {
  const report = page.getByRole('region', { name: 'The report' });
  await report.getByRole('tab', { name: 'Configure' }).click();
  await report.getByRole('switch', { name: 'Review reports before publishing' }).uncheck();
  await report.getByRole('radio', { name: 'Only people with these roles' }).check();
  const administrators = report.getByRole('checkbox', { name: 'Admin' });
  await expect(administrators).toBeChecked();
  await expect(administrators).toBeDisabled();
  await report.getByRole('checkbox', { name: 'Member' }).check();
  await expectAccessible(page, 'the options of a survey');
}

test('a survey is designed, shared, answered and changed', { tag: '@core' }, async ({ open }) => {
  const page = await openAs(admin, open, waypost.baseUrl, '/settings/surveys', wideScreen);
  await page.getByRole('link', { name: 'Add a survey' }).click();
  await designSurvey(page);
  await addTeamTask(page);
  await chooseRoles(page);
  await button(builder(page), 'Add survey').click();
  await expect(savedNotice(page, 'Flooded roads')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/surveys\/edit\/\d+$/);

  const report = page.getByRole('region', { name: 'The report' });
  await report.getByRole('tab', { name: 'Share' }).click();
  await expect(report.getByText('Only people with the roles you chose')).toBeVisible();
  const link = await text(report, 'Link to the form').inputValue();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page, 'the ways to share');

  // Visitors see a notice before they write anything.
  const visitor = await open(link);
  await expect(visitor.getByText("You don't have access to this form")).toBeVisible();
  await report.getByRole('tab', { name: 'Configure' }).click();
  await expect(report.getByRole('checkbox', { name: 'Member' })).toBeChecked();
  await report.getByRole('radio', { name: 'Everyone' }).check();
  await button(builder(page), 'Save').click();
  await expect(button(builder(page), 'Save')).toBeDisabled();
  await expect(builder(page).getByText('Not saved yet')).toHaveCount(0);

  await visitor.reload();
  await text(visitor, 'Title').fill('Ford at the mill');
  await text(visitor, 'Description').fill('Since the night.');
  await expect(visitor.getByText('Who was asked?')).toHaveCount(0);
  await visitor.getByRole('radio', { name: 'On foot' }).check();
  await button(visitor, 'Send report').click();
  await openSentReport(visitor);
  await expect(visitor.getByRole('heading', { name: 'Ford at the mill' })).toBeVisible();
  await expect(visitor.getByText('On foot')).toBeVisible();

  await deleteField(page, visitor);
});

async function deleteField(page: Page, visitor: Page): Promise<void> {
  const report = page.getByRole('region', { name: 'The report' });
  await report.getByRole('tab', { name: 'Build' }).click();
  // A required field is made optional first.
  await expect(button(builder(page), 'Delete Can it be passed?')).toHaveCount(0);
  await button(builder(page), 'Edit Can it be passed?').click();
  await dialog(page).getByRole('switch', { name: 'Required' }).uncheck();
  await button(dialog(page), 'Done').click();
  await button(builder(page), 'Delete Can it be passed?').click();
  await expect(dialog(page).getByText('The answer of 1 report is deleted too.')).toBeVisible();
  const confirm = button(dialog(page), 'Delete field');
  await expect(confirm).toBeDisabled();
  await dialog(page).getByRole('textbox').fill('Can it be passed?');
  await expectAccessible(page, 'the confirmation before deleting a field');
  await confirm.click();
  await expect(rows(page, 'Post')).toHaveCount(3);
  // Leaving with unsaved changes asks for confirmation.
  await page.getByRole('link', { name: 'Categories' }).click();
  await button(dialog(page), 'Stay here').click();
  await button(builder(page), 'Save').click();
  await expect(button(builder(page), 'Save')).toBeDisabled();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Ford at the mill' })).toBeVisible();
  await expect(visitor.getByText('On foot')).toHaveCount(0);
}

async function duplicateAndDelete(page: Page): Promise<void> {
  const surveys = page.getByRole('list', { name: 'Surveys' });
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'Surveys' }).click();
  await page.getByRole('link', { name: 'Duplicate Blocked roads' }).click();
  await expect(text(builder(page), 'Name')).toHaveValue('');
  await expect(rows(page, 'Post')).toHaveCount(3);
  await expect(rows(page, 'Check it')).toHaveCount(1);
  await text(builder(page), 'Name').fill('Flooded cellars');
  await text(builder(page), 'Description').fill('Where is a cellar under water?');
  await button(builder(page), 'Add survey').click();
  await expect(savedNotice(page, 'Flooded cellars')).toBeVisible();
  await settings.getByRole('link', { name: 'Surveys' }).click();
  await expect(surveys.getByRole('link', { name: 'Flooded cellars', exact: true })).toBeVisible();
  await expectAccessible(page, 'the list of surveys');
  await button(page, 'Delete Blocked roads').click();
  await expect(dialog(page).getByText('1 report is deleted too')).toBeVisible();
  const confirm = button(dialog(page), 'Delete survey');
  await dialog(page).getByRole('textbox').fill('Blocked');
  await expect(confirm).toBeDisabled();
  await dialog(page).getByRole('textbox').fill('Blocked roads');
  await confirm.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(surveys.getByRole('link', { name: 'Blocked roads', exact: true })).toHaveCount(0);
  await expect(surveys.getByRole('link', { name: 'Flooded cellars', exact: true })).toBeVisible();
}

test('a survey is answered in an embedded form, copied and deleted', { tag: '@slow' }, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  const create = async (url: string, body: object): Promise<number> =>
    ((await (await callApi(waypost, token, 'POST', url, body)).json()) as { id: number }).id;
  const survey = {
    name: 'Blocked roads',
    description: 'Where is a road under water?',
    require_approval: false,
  };
  const id = await create('/forms', survey);
  const stage = async (label: string, type: string, priority: number) =>
    create(`/forms/${id}/stages`, { label, type, priority });
  const post = await stage('Post', 'post', 0);
  const check = await stage('Check it', 'task', 1);
  const question = async (form_stage_id: number, label: string, more: object) =>
    create(`/forms/${id}/attributes`, { label, form_stage_id, ...more });
  await question(post, 'Title', { type: 'title', input: 'text', priority: 0, required: true });
  await question(post, 'Description', { type: 'description', input: 'text', priority: 1, required: true });
  const choices = { type: 'varchar', input: 'radio', options: ['On foot', 'Not at all'], priority: 2 };
  await question(post, 'Can it be passed?', choices);
  await question(check, 'Who was asked?', { type: 'varchar', input: 'text', priority: 0 });
  const page = await openAs(admin, open, waypost.baseUrl, `/settings/surveys/edit/${id}`, wideScreen);
  const report = page.getByRole('region', { name: 'The report' });
  await report.getByRole('tab', { name: 'Share' }).click();
  const code = await text(report, 'Embed code').inputValue();

  const otherSite = createServer((_request, answer) => answer.end(`<!doctype html><h1>Our town</h1>${code}`));
  await once(otherSite.listen(0, '127.0.0.1'), 'listening');
  const other = await open(`http://127.0.0.1:${(otherSite.address() as AddressInfo).port}/`);
  const frame = other.frameLocator('iframe');
  await frame.getByRole('textbox', { name: 'Title', exact: true }).fill('Bridge by the church');
  await frame.getByRole('textbox', { name: 'Description', exact: true }).fill('Knee-deep.');
  await frame.getByRole('radio', { name: 'Not at all' }).check();
  await frame.getByRole('button', { name: 'Send report' }).click();
  await expect(frame.getByText('Everyone can see it now.')).toBeVisible();
  otherSite.close();
  otherSite.closeAllConnections();

  await duplicateAndDelete(page);
});
