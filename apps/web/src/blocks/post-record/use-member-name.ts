/** Names of members of the team. */
import type { TeamMember } from '@waypost/contract/review/reviewers';
import { useTranslation } from 'react-i18next';

/** @returns a function that names a member; null is one whose account was deleted */
export function useMemberName(): (member: TeamMember | null) => string {
  const { t } = useTranslation();
  return (member) =>
    member === null ? t('record.member') : member.realname || t('record.unnamed', { id: member.id });
}
