/** Filters and page of the list of users, as search parameters of the URL. */
export const pageSizes = [10, 25, 50, 100] as const;
const defaultPageSize = pageSizes[0];

export interface UserSearch {
  q?: string | undefined;
  role?: string[] | undefined;
  /** Rows per page; absent for the default of ten (spec 3 §9). */
  limit?: number | undefined;
  /** From 1; absent for the first page. */
  page?: number | undefined;
}

const toStrings = (value: unknown): string[] =>
  [value].flat().filter((it): it is string => typeof it === 'string' && it.trim() !== '');

/** Ignores invalid values of a hand-written URL. */
export function parseUserSearch(raw: Record<string, unknown>): UserSearch {
  const q = toStrings(raw['q'])[0];
  const role = toStrings(raw['role']);
  const limit = pageSizes.find((size) => size === Number(raw['limit']));
  const page = Number(raw['page']);
  return {
    ...(q ? { q } : {}),
    ...(role.length > 0 ? { role } : {}),
    ...(limit && limit !== defaultPageSize ? { limit } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 1e6 ? { page } : {}),
  };
}

/** The page number and its size. */
export const getPage = ({ page = 1, limit = defaultPageSize }: UserSearch) => ({ page, size: limit });

/** The query of the API, sorted by name (spec 3 §2). */
export function buildUserQuery(search: UserSearch) {
  const { page, size } = getPage(search);
  return {
    limit: size,
    offset: (page - 1) * size,
    orderby: 'realname' as const,
    ...(search.q ? { q: search.q } : {}),
    ...(search.role ? { role: search.role } : {}),
  };
}
