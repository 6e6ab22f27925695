/** Of a list whose address holds only which page it shows. */
export interface PageSearch {
  /** From 1, which is left out. */
  page?: number | undefined;
}

/** A hand-written address with nonsense in it opens the first page. */
export function readPageSearch(raw: Record<string, unknown>): PageSearch {
  const page = Number(raw['page']);
  return Number.isInteger(page) && page > 1 && page < 1e6 ? { page } : {};
}
