/** The report of a receipt on this page: loaded with its token, and removed from memory when the page is left. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readMedia } from '@waypost/contract/media/media';
import { type ReceiptReport, readReceiptReport, receiptHeader } from '@waypost/contract/receipts/receipts';
import { useEffect } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';

/** Whether a call failed because the token has expired or the report is gone. */
export const isReceiptExpired = (error: unknown): boolean =>
  isApiError(error) && error.entries.some(({ code }) => code === 'receipt.expired');

/** Pictures as addresses in memory, so that neither the browser nor the service worker stores them. */
async function loadPictures({ pictures }: ReceiptReport): Promise<ReceiptReport['pictures']> {
  return Promise.all(
    pictures.map(async (picture) => {
      const response = await fetch(picture.thumbnail_url ?? picture.original_file_url, { cache: 'no-store' });
      const url = response.ok ? URL.createObjectURL(await response.blob()) : '';
      return { ...picture, original_file_url: url, thumbnail_url: url };
    }),
  ).catch(() => []);
}

/**
 * @param onExpired called when the report cannot be read any more
 * @returns the query of the report
 */
export function useReceiptReport(token: string, onExpired: () => void) {
  const cache = useQueryClient();
  const report = useQuery({
    queryKey: [...buildResourceKey('receipts'), 'report'],
    queryFn: async ({ signal }) => {
      const headers = { [receiptHeader]: token };
      const latest = await call(readReceiptReport, {}, { headers, withoutToken: true, signal });
      for (const picture of await loadPictures(latest)) {
        const { queryKey } = buildEndpointQuery(readMedia, { params: { id: picture.id } });
        // Visitors may not read it, and its address in memory stays valid.
        cache.setQueryDefaults(queryKey, { staleTime: Infinity });
        cache.setQueryData(queryKey, picture);
      }
      return latest;
    },
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => () => forgetReport(cache), [cache]);
  const isExpired = isReceiptExpired(report.error);
  useEffect(() => {
    if (isExpired) onExpired();
  }, [isExpired, onExpired]);
  return report;
}

function forgetReport(cache: ReturnType<typeof useQueryClient>): void {
  for (const [queryKey, picture] of cache.getQueriesData<{ original_file_url?: string }>({
    queryKey: buildResourceKey('media'),
  })) {
    if (picture?.original_file_url?.startsWith('blob:') !== true) continue;
    URL.revokeObjectURL(picture.original_file_url);
    cache.removeQueries({ queryKey, exact: true });
  }
  cache.removeQueries({ queryKey: buildResourceKey('receipts') });
}
