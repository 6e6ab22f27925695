/** The first picture of a post, small. Posts name pictures by attribute key, so the keys are asked for once. */
import { useQuery } from '@tanstack/react-query';
import { listAllAttributes } from '@waypost/contract/attributes';
import { readMedia } from '@waypost/contract/media';
import type { Post } from '@waypost/contract/posts';
import { answersUnder } from '@waypost/survey-logic/check-answers';
import { read } from '../../api/query-client.ts';

const long = 15 * 60_000;

export function useThumbnail({ values }: Pick<Post, 'values'>): { address: string; caption: string } | null {
  const hasValues = !Array.isArray(values) && Object.keys(values).length > 0;
  const { data: fields } = useQuery({
    ...read(listAllAttributes, { query: { type: 'media', limit: 1000 } }, { quiet: true }),
    staleTime: long,
    enabled: hasValues,
  });
  const id = fields?.results
    .filter((it) => it.type === 'media')
    .flatMap((it) => (Array.isArray(values) ? [] : answersUnder(values, it.key)))
    .map(Number)[0];
  const { data: media } = useQuery({
    ...read(readMedia, { params: { id: id ?? 0 } }, { quiet: true }),
    staleTime: long,
    retry: false,
    enabled: id !== undefined && id > 0,
  });
  return media
    ? { address: media.thumbnail_url ?? media.original_file_url, caption: media.caption ?? '' }
    : null;
}
