/**
 * What reporters agree to, on a phone: an administrator asks for it, a reporter without an account answers, the team sees it, and
 * publishing follows the answer, also after the reporter has changed it with the receipt.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { openAs } from '../support/log-in.ts';
import { admin, endWaypost, startWaypost, type Waypost } from '../support/waypost.ts';

/** The screen of the reporter. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const title = 'The pump was taken away';
const field = (page: Page, name: string) => page.getByRole('textbox', { name });

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

test('publishing follows what the reporter agreed to, and ends when they change their mind', {
  tag: '@slow',
}, async ({ open }) => {
  const team = await openAs(admin, open, waypost.baseUrl, '/settings/surveys/edit/1');
  await team.getByRole('tab', { name: 'Configure' }).click();
  await team.getByRole('switch', { name: 'Ask reporters for consent' }).check();
  await field(team, 'Text').fill('A team of **four** reads your report. It stays here for a year.');
  await team.getByRole('combobox', { name: 'Add a translation' }).selectOption('Arabic');
  await field(team, 'Text in Arabic').fill('يقرأ فريق من أربعة أشخاص بلاغك.');
  await team.getByRole('switch', { name: "Reporters must confirm that they've read the text" }).check();
  await expectAccessible(team, 'the survey editor with a consent text');
  await team.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(team.getByText('Survey “Report” saved.')).toBeVisible();

  const arabic = await open(`${waypost.baseUrl}/posts/create/1?lang=ar`, phone);
  await expect(arabic.getByText('يقرأ فريق من أربعة أشخاص بلاغك.')).toBeVisible();

  const reporter = await open(`${waypost.baseUrl}/posts/create/1?lang=en`, phone);
  await field(reporter, 'Title').fill(title);
  await field(reporter, 'Description').fill('Last night, in three villages.');
  const consent = reporter.getByRole('group', { name: 'Before you send' });
  await expect(consent.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await reporter.getByRole('button', { name: 'Send report' }).click();
  await expect(consent.getByText("Confirm that you've read the text.")).toBeVisible();
  await expect(consent.getByRole('checkbox', { name: "I've read this text." })).toBeFocused();
  await expectAccessible(reporter, 'the form with a consent text');
  await reporter.keyboard.press('Space');
  await consent.getByRole('checkbox', { name: 'The team may contact me about it.' }).check();
  await reporter.getByRole('button', { name: 'Send report' }).click();
  const card = reporter.getByRole('region', { name: 'Your receipt code' });
  await expect(card).toBeVisible();
  const words = await card.getByRole('listitem').allTextContents();

  await team.goto(`${waypost.baseUrl}/views/data`);
  await team.getByRole('link', { name: title }).click();
  const panel = team.getByRole('region', { name: 'Consent' });
  await expect(panel.getByText('Publishing')).toBeVisible();
  await expect(panel.getByRole('definition')).toHaveText(['No', 'No', 'Yes']);
  await expectAccessible(team, 'a report with the consent of its reporter');
  await team.getByRole('button', { name: 'Publish', exact: true }).first().click();
  await expect(team.getByText("The reporter didn't agree to publishing this report.")).toBeVisible();

  const back = await open(`${waypost.baseUrl}/receipt`, phone);
  await field(back, 'Receipt code').fill(words.join(' '));
  await back.getByRole('button', { name: 'Open report' }).click();
  const agreed = back.getByRole('region', { name: 'What you agreed to' });
  await expect(agreed.getByRole('definition')).toHaveText(['No', 'No', 'Yes']);
  const change = async (isPublishing: boolean) => {
    await agreed.getByRole('button', { name: 'Change consent' }).click();
    const dialog = back.getByRole('dialog', { name: 'Change consent' });
    await dialog.getByRole('checkbox', { name: 'My report may be published.' }).setChecked(isPublishing);
    await expectAccessible(back, 'the dialog to change the consent');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(agreed.getByRole('definition').first()).toHaveText(isPublishing ? 'Yes' : 'No');
  };
  await change(true);
  await team.reload();
  await team.getByRole('button', { name: 'Publish', exact: true }).first().click();
  await expect(team.getByText(/is published|published\./).first()).toBeVisible();
  const visitor = await open(`${waypost.baseUrl}/views/data`);
  await expect(visitor.getByRole('link', { name: title })).toBeVisible();
  await change(false);
  await expect(back.getByText('Under review').first()).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
});
