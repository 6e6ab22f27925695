/** URLs of the import screens. */

/** The search parameter `?import=12` of both screens. */
export function parseImportSearch(raw: Record<string, unknown>): { import?: number | undefined } {
  const id = Number(raw['import']);
  return Number.isSafeInteger(id) && id > 0 ? { import: id } : {};
}

/** Whether the page of this import is open. */
export const isImportPageOpen = (id: number): boolean =>
  location.pathname === '/settings/data-after-import' &&
  new URLSearchParams(location.search).get('import') === String(id);
