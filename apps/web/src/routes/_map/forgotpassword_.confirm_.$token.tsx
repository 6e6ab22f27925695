import { createFileRoute, redirect } from '@tanstack/react-router';
import { storeResetToken } from './-reset-token.ts';

/** Target of the link in the mail. The token is removed from the URL at once. */
export const Route = createFileRoute('/_map/forgotpassword_/confirm_/$token')({
  beforeLoad: ({ params }) => {
    storeResetToken(params.token);
    throw redirect({ to: '/forgotpassword/confirm', replace: true });
  },
});
