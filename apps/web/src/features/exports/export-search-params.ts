/** Search parameters of the export page: the filters and the open tab. Pure. */
import { type PostSearch, parsePostSearch } from '../../blocks/post-search/post-search.ts';

/** The filters of posts, and the open tab. */
export type ExportSearchParams = PostSearch & { tab?: 'history' | undefined };

/** Reads the search parameters and ignores invalid ones. */
export const parseExportSearch = (raw: Record<string, unknown>): ExportSearchParams => ({
  ...parsePostSearch(raw),
  ...(raw['tab'] === 'history' ? { tab: 'history' } : {}),
});
