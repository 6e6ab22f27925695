/** Where the plan has no room for another survey, the list says so (spec 3 §8). */
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { listSurveys } from '@waypost/contract/surveys';
import { type ReactNode, useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { read } from '../../api/query-client.ts';
import { LoadingList } from '../../ui/states.tsx';
import { isFull } from './survey-limit.tsx';

export function WithinLimit({ children }: { children: ReactNode }) {
  const { features } = useConfig();
  const { forms: limit } = features.limits;
  const { data, error, isFetching } = useQuery({
    ...read(listSurveys, { query: { limit: 1 } }, { quiet: true }),
    enabled: limit !== true,
  });
  // What has been begun goes on, whatever others make meanwhile.
  const [isIn, setIn] = useState(limit === true);
  if (isIn) return children;
  if (error || (data && !isFull(limit, data.total_count))) {
    setIn(true);
    return children;
  }
  // One that was deleted a moment ago is still counted in what was read before.
  return data && !isFetching ? (
    <Navigate to="/settings/surveys" replace />
  ) : (
    <LoadingList rows={4} height={96} />
  );
}
