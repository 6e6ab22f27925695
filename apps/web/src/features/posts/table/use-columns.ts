import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { isStoredInValues } from '@waypost/survey-logic/survey-definition';
import { useMemo } from 'react';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { type Column, listAvailableColumns, listVisibleColumns } from './columns.ts';

/** The available columns of the table, including the fields of a survey when only its posts are shown. */
export function useColumns(): { availableColumns: Column[]; visibleColumns: Column[] } {
  const search = useSearch({ from: '/_map' });
  const { form = [], columns } = search;
  const id = form.length === 1 ? Number(form[0]) : Number.NaN;
  const query = { orderby: 'priority', order: 'asc' } as const;
  const { data } = useQuery({
    ...buildEndpointQuery(listAttributes, { params: { id: id || 0 }, query }),
    enabled: id > 0,
  });
  return useMemo(() => {
    // Title and description are already columns of every post.
    const fields = (id > 0 ? (data?.results ?? []) : []).filter(isStoredInValues);
    return {
      availableColumns: listAvailableColumns(fields),
      visibleColumns: listVisibleColumns({ columns }, fields),
    };
  }, [data, columns, id]);
}
