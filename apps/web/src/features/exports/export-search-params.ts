/** What the address of the export page says: which posts, and which tab. Pure. */
import { type PostSearch, parsePostSearch } from '../../blocks/post-search/post-search.ts';

export type ExportSearchParams = PostSearch & { tab?: 'history' | undefined };

export const parseExportSearch = (raw: Record<string, unknown>): ExportSearchParams => ({
  ...parsePostSearch(raw),
  ...(raw['tab'] === 'history' ? { tab: 'history' } : {}),
});
