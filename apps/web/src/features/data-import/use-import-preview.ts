/** How the server would read the first rows, asked again whenever something about it is changed. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { type CsvOptions, previewImport } from '@waypost/contract/imports/imports';
import { call } from '../../api/call.ts';

interface PreviewRequest {
  maps_to: (string | null)[] | null;
  fixed: { form: number; status?: PostStatus };
  options: Partial<CsvOptions>;
}

/** Milliseconds that somebody may go on choosing before the server is asked. */
const debounceMs = 250;

/** @param request with `maps_to` null everything is guessed */
export function useImportPreview(id: number, request: PreviewRequest) {
  const [body] = useDebouncedValue(request, debounceMs);
  return useQuery({
    queryKey: ['csv', 'preview', id, body],
    queryFn: ({ signal }) => call(previewImport, { params: { id }, body }, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Guesses of an earlier format are no guesses of this one.
    ...(body.maps_to === null ? {} : { placeholderData: keepPreviousData }),
  });
}
