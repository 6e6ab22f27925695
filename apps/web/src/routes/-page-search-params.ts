/** Of a list whose address holds only which page it shows. */
export interface PageSearchParams {
  /** From 1, which is left out. */
  page?: number | undefined;
}

/** A hand-written address with nonsense in it opens the first page. */
export function parsePageSearch(raw: Record<string, unknown>): PageSearchParams {
  const page = Number(raw['page']);
  return Number.isInteger(page) && page > 1 && page < 1e6 ? { page } : {};
}
