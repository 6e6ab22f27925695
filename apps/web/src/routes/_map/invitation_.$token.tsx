import { createFileRoute, redirect } from '@tanstack/react-router';
import { storeInvitationToken } from './-invitation-token.ts';

/** Target of the link of an invitation. The token is removed from the URL at once. */
export const Route = createFileRoute('/_map/invitation_/$token')({
  beforeLoad: ({ params }) => {
    storeInvitationToken(params.token);
    throw redirect({ to: '/invitation', replace: true });
  },
});
