/** Fills in the form of the survey with a field of each type. */
import type { Page } from '@playwright/test';

/** The required fields of the report, and a picture. The tab of its task stays open. */
export async function fillFullSurvey(
  page: Page,
  title: string,
  { picture, caption }: { picture: Buffer; caption: string },
): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name });
  await field('Title').fill(title);
  await field('What happened?').fill('At six.');
  await field('People affected').fill('2');
  await page.getByRole('checkbox', { name: 'Food' }).check();
  await page.getByRole('tab', { name: 'Verify' }).click();
  await page
    .locator('input[type=file]:not([capture])')
    .first()
    .setInputFiles({ name: 'slide.png', mimeType: 'image/png', buffer: picture });
  await field('Caption').fill(caption);
}
