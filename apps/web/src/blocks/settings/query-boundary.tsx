import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';

interface Props<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => unknown };
  /** Message for a 404. */
  notFound: { title: string; text: string };
  children: (data: T) => ReactNode;
}

/** Renders the data of a query when it is loaded; until then a skeleton, an error, or "not found". */
export function QueryBoundary<T>({ query: { data, error, refetch }, notFound, children }: Props<T>) {
  if (data !== undefined) return children(data);
  if (isApiError(error) && error.status === 404)
    return <EmptyState title={notFound.title}>{notFound.text}</EmptyState>;
  if (error) return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  return <ListSkeleton rows={4} height={96} />;
}
