/** Preview of the first rows by the server, fetched again when the mapping changes. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { type CsvOptions } from '@waypost/contract/imports/csv-options';
import { previewImport } from '@waypost/contract/imports/imports';
import { call } from '../../api/call.ts';

interface PreviewRequest {
  maps_to: (string | null)[] | null;
  fixed: { form: number; status?: PostStatus };
  options: Partial<CsvOptions>;
}

/** The query of a preview, whose result does not change. */
export const importPreviewQuery = (id: number, body: PreviewRequest) =>
  queryOptions({
    queryKey: ['csv', 'preview', id, body],
    queryFn: ({ signal }) => call(previewImport, { params: { id }, body }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Delay in milliseconds after a change before the request is sent. */
const debounceMs = 250;

/**
 * @param request with `maps_to` null the server guesses the mapping
 * @returns until the response arrives, the preview of the request before as placeholder data
 */
export function useImportPreview(id: number, request: PreviewRequest) {
  const [body] = useDebouncedValue(request, debounceMs);
  return useQuery({ ...importPreviewQuery(id, body), placeholderData: keepPreviousData });
}
