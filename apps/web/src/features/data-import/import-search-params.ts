/** The addresses of an import's screens. */

/** `?import=12`, as both screens take it. */
export function parseImportSearch(raw: Record<string, unknown>): { import?: number | undefined } {
  const id = Number(raw['import']);
  return Number.isSafeInteger(id) && id > 0 ? { import: id } : {};
}

/** Whether the screen of this import is open. */
export const isImportPageOpen = (id: number): boolean =>
  location.pathname === '/settings/data-after-import' &&
  new URLSearchParams(location.search).get('import') === String(id);
