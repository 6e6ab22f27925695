/** Search parameters of a list with nothing but a page number. */
export interface PageSearchParams {
  /** Page number from 1, which is left out. */
  page?: number | undefined;
}

/** Invalid values open the first page. */
export function parsePageSearch(raw: Record<string, unknown>): PageSearchParams {
  const page = Number(raw['page']);
  return Number.isInteger(page) && page > 1 && page < 1e6 ? { page } : {};
}
