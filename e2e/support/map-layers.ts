/** The dialog that adds layers of the map. */
import type { Locator, Page } from '@playwright/test';

/**
 * Opens the dialog on the page of layers, and says where the layer comes from.
 * @param source label of the choice
 */
export async function openLayerDialog(
  page: Page,
  { source, address, name }: { source: string; address: string; name: string },
): Promise<Locator> {
  await page.getByRole('button', { name: 'Add layer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add layer' });
  await dialog.getByRole('combobox', { name: 'Where is the data?' }).selectOption(source);
  await dialog.getByRole('textbox', { name: 'Web address' }).fill(address);
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  return dialog;
}
