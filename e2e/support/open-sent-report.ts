/** What follows after a visitor has sent a report. */
import { expect, type Page } from '@playwright/test';

/** From the page that says that the report is published to the report itself, without saving the receipt code. */
export async function openSentReport(page: Page): Promise<void> {
  // Leaving asks only once the code is shown.
  await expect(page.getByRole('heading', { name: 'Your receipt code' })).toBeVisible();
  await page.getByRole('link', { name: 'See your report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
}
