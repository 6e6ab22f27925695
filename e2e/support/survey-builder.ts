/** Elements and actions of the survey builder. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Viewport with room for builder and preview. */
export const wideScreen = { viewport: { width: 1360, height: 900 } };
/** The form of the builder. */
export const builder = (page: Page) => page.getByRole('form', { name: 'Survey' });
/** The preview beside the builder. */
export const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
/** The open dialog. */
export const dialog = (page: Page) => page.getByRole('dialog');
/** A button, by its exact name. */
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
/** A text field, by its exact name. */
export const text = (within: Page | Locator, name: string) =>
  within.getByRole('textbox', { name, exact: true });
/** The fields of a task, in order. */
export const rows = (page: Page, task: string) =>
  page.getByRole('list', { name: `Fields of ${task}` }).getByRole('listitem');
/** The notice after saving a survey. */
export const savedNotice = (page: Page, name: string) => page.getByText(`Survey “${name}” saved.`);

/** Opens the dialog for a new field, chooses its type, and enters its question. */
export async function startField(page: Page, task: string, kind: RegExp, question: string): Promise<void> {
  await button(builder(page), `Add a field to ${task}`).click();
  await dialog(page).getByRole('button', { name: kind }).click();
  await text(dialog(page), 'Name').fill(question);
}
/** Adds the field of the open dialog. */
export const saveField = async (page: Page) => {
  await button(dialog(page), 'Add field').click();
  await expect(dialog(page)).toHaveCount(0);
};
