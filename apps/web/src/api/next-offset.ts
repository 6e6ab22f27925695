interface ListPage {
  results: readonly unknown[];
  total_count: number;
}

/**
 * The offset of the next page of a list: `getNextPageParam` of an infinite query. Undefined after the last page. An empty page ends the
 * list, even if the total promises more: it would be requested again and again.
 */
export function findNextOffset(lastPage: ListPage, pages: readonly ListPage[]): number | undefined {
  const loadedCount = pages.reduce((sum, page) => sum + page.results.length, 0);
  return lastPage.results.length > 0 && loadedCount < lastPage.total_count ? loadedCount : undefined;
}
