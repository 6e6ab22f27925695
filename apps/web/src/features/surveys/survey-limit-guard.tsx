import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { type ReactNode, useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { isSurveyLimitReached } from './survey-limit-notice.tsx';

/** Shows the list with a notice when the plan has no room for another survey (spec 3 §8). */
export function SurveyLimitGuard({ children }: { children: ReactNode }) {
  const { features } = useConfig();
  const { forms: limit } = features.limits;
  const { data, error, isFetching } = useQuery({
    ...buildEndpointQuery(listSurveys, { query: { limit: 1 } }),
    enabled: limit !== true,
  });
  // A survey in progress is not interrupted when others use up the limit.
  const [isIn, setIn] = useState(limit === true);
  if (isIn) return children;
  if (error || (data && !isSurveyLimitReached(limit, data.total_count))) {
    setIn(true);
    return children;
  }
  // Cached data may still count a survey that was just deleted.
  return data && !isFetching ? (
    <Navigate to="/settings/surveys" replace />
  ) : (
    <ListSkeleton rows={4} height={96} />
  );
}
