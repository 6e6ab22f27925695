/** The members of the team who may review posts. */
import { useQuery } from '@tanstack/react-query';
import { listReviewers, type TeamMember } from '@waypost/contract/review/reviewers';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { foldText } from '../../ui/i18n/fold-text.ts';
import { useMemberName } from './use-member-name.ts';

/** Whether any word of the name begins with the text, without regard to case and accents. */
export const matchesName = (name: string, text: string): boolean => {
  const folded = foldText(name);
  const searched = foldText(text.trim());
  return folded.startsWith(searched) || folded.split(/[\s'’-]+/).some((word) => word.startsWith(searched));
};

/** The members with their names on screen, and the state of the request. */
export function useReviewers() {
  const nameOf = useMemberName();
  const { data, error, refetch } = useQuery(buildEndpointQuery(listReviewers, {}, { ignoresRefusal: true }));
  const members = data?.results.map((member: TeamMember) => ({ ...member, name: nameOf(member) }));
  return { members, error, refetch };
}
