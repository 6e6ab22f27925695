/** Surveys that the reader may post to (spec 2 §5): what the add-post menu lists. The server says which those are. */
import { useQuery } from '@tanstack/react-query';
import { listSurveys, type Survey } from '@waypost/contract/surveys/surveys';
import { buildEndpointQuery } from '../../api/query-client.ts';

/** Targeted surveys are answered by SMS and never offered here. Servers that do not tell may still refuse the post. */
const isOpenToReader = (survey: Survey): boolean =>
  !survey.disabled && !survey.targeted_survey && survey.may_post !== false;

/** `surveys` is undefined until they are known. */
export function useOpenSurveys(): { surveys: Survey[] | undefined; error: unknown; refetch: () => void } {
  const { data, error, refetch } = useQuery(buildEndpointQuery(listSurveys, {}));
  return { surveys: data?.results.filter(isOpenToReader), error, refetch: () => void refetch() };
}
