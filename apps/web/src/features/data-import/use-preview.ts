/** How the server would read the first rows, asked again whenever something about it is changed. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CsvOptions, previewImport } from '@waypost/contract/imports';
import type { PostStatus } from '@waypost/contract/post-filters';
import { call } from '../../api/call.ts';

interface Asked {
  maps_to: (string | null)[] | null;
  fixed: { form: number; status?: PostStatus };
  options: Partial<CsvOptions>;
}

/** Milliseconds that somebody may go on choosing before the server is asked. */
const pause = 250;

/** @param asked with `maps_to` null everything is guessed */
export function usePreview(id: number, asked: Asked) {
  const [body] = useDebouncedValue(asked, pause);
  return useQuery({
    queryKey: ['csv', 'preview', id, body],
    queryFn: ({ signal }) => call(previewImport, { params: { id }, body }, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Guesses of an earlier format are no guesses of this one.
    ...(body.maps_to === null ? {} : { placeholderData: keepPreviousData }),
  });
}
