/** Surveys that the reader may post to (spec 2 §5): what the add-post menu lists. The server has the last word. */
import { useQuery } from '@tanstack/react-query';
import { listSurveys, type Survey } from '@waypost/contract/surveys';
import { read } from '../../api/query-client.ts';
import { type Account, holds, useAccount } from '../../api/session.ts';

/** Targeted surveys are answered by SMS and never offered here. */
export const mayPostTo = (account: Account | null, survey: Survey): boolean =>
  !survey.disabled &&
  !survey.targeted_survey &&
  (survey.everyone_can_create ||
    holds(account, 'Manage Posts') ||
    (account?.role != null && survey.can_create.includes(account.role)));

/** `surveys` is undefined until they are known. */
export function useOpenSurveys(): { surveys: Survey[] | undefined; error: unknown; refetch: () => void } {
  const account = useAccount();
  const { data, error, refetch } = useQuery(read(listSurveys, {}));
  return {
    surveys: data?.results.filter((survey) => mayPostTo(account, survey)),
    error,
    refetch: () => void refetch(),
  };
}
