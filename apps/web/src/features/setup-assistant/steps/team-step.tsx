/** Invites people to the team. */
import { useQuery } from '@tanstack/react-query';
import { listInvitations } from '@waypost/contract/users/invitations';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { InviteForm } from '../../../blocks/invitations/invite-form.tsx';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import classes from '../setup-page.module.css';

interface Props {
  onInvited: () => void;
}

/** The form, by mail first where invitations can leave by mail. */
export function TeamStep({ onInvited }: Props) {
  const { t } = useTranslation();
  const { data, isFetchedAfterMount } = useQuery({
    ...buildEndpointQuery(listInvitations, { query: { limit: 1 } }),
    staleTime: 0,
  });
  // Mail may have been set up since it was cached.
  if (!isFetchedAfterMount) return <ListSkeleton rows={2} height={72} />;
  return (
    <>
      {/* The new link stays on the screen: it is not shown again. */}
      <InviteForm defaultWay={data?.mail_ready === false ? 'link' : 'mail'} onInvited={onInvited} />
      <div className={classes['actions']}>
        <ButtonLink to="/settings/users/invitations" variant="default">
          {t('invitation.list.title')}
        </ButtonLink>
      </div>
    </>
  );
}
