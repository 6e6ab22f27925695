/** The thumbnail of a post. Values name pictures by attribute key, so the attributes are fetched once. */
import { useQuery } from '@tanstack/react-query';
import { readMedia } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import { listAllAttributes } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { findAnswers } from '@waypost/survey-logic/validate-answers';
import { buildEndpointQuery } from '../../api/query-client.ts';

const staleTimeMs = 15 * 60_000;

/** The fields with pictures of all surveys. A list requests them together with its posts, so that no card changes its height. */
export const mediaFieldsQuery = {
  ...buildEndpointQuery(listAllAttributes, { query: { type: 'media', limit: 1000 } }),
  staleTime: staleTimeMs,
};

/** A picture of a post. */
export interface Thumbnail {
  /** Null while it is loading. */
  url: string | null;
  caption: string;
}

/** Thumbnail of the first picture; null without one. */
export function useThumbnail({ values }: Pick<Post, 'values'>): Thumbnail | null {
  const hasValues = !Array.isArray(values) && Object.keys(values).length > 0;
  const { data: fields } = useQuery({ ...mediaFieldsQuery, enabled: hasValues });
  const id = fields?.results
    .filter((it) => fieldTypes[it.type].answerKind === 'media')
    .flatMap((it) => (Array.isArray(values) ? [] : findAnswers(values, it.key)))
    .map(Number)[0];
  const { data: media, isLoading } = useQuery({
    ...buildEndpointQuery(readMedia, { params: { id: id ?? 0 } }),
    staleTime: staleTimeMs,
    retry: false,
    enabled: id !== undefined && id > 0,
  });
  if (isLoading) return { url: null, caption: '' };
  return media ? { url: media.thumbnail_url ?? media.original_file_url, caption: media.caption ?? '' } : null;
}
