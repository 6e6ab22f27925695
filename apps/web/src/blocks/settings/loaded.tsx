import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => unknown };
  /** What is said when there is nothing by the address's id. */
  missing: { title: string; text: string };
  children: (data: T) => ReactNode;
}

/** What is edited, once it is there; until then that it loads, that it failed, or that there is no such thing. */
export function Loaded<T>({ query: { data, error, refetch }, missing, children }: Props<T>) {
  if (data !== undefined) return children(data);
  if (isApiError(error) && error.status === 404)
    return <EmptyState title={missing.title}>{missing.text}</EmptyState>;
  if (error) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  return <LoadingList rows={4} height={96} />;
}
