/** What the address of the export page says: which posts, and which tab. Pure. */
import { type PostSearch, readPostSearch } from '../../blocks/post-search/post-search.ts';

export type ExportSearch = PostSearch & { tab?: 'history' | undefined };

export const readExportSearch = (raw: Record<string, unknown>): ExportSearch => ({
  ...readPostSearch(raw),
  ...(raw['tab'] === 'history' ? { tab: 'history' } : {}),
});
