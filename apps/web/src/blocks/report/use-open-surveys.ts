/** Surveys that the reader may report to (spec 2 §5), as the server says. */
import { useQuery } from '@tanstack/react-query';
import { listSurveys, type Survey } from '@waypost/contract/surveys/surveys';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** Targeted surveys are answered by SMS and never offered. Servers that do not send `may_post` may still reject the post. */
export const isOpenToReader = (survey: Survey): boolean =>
  !survey.disabled && !survey.targeted_survey && survey.may_post !== false;

/** `surveys` is undefined while they are loading. */
export function useOpenSurveys(): { surveys: Survey[] | undefined; error: unknown; refetch: () => void } {
  const { data, error, refetch } = useQuery(buildEndpointQuery(listSurveys, {}));
  return { surveys: data?.results.filter(isOpenToReader), error, refetch: () => void refetch() };
}
