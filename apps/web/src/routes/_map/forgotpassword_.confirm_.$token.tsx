import { createFileRoute, redirect } from '@tanstack/react-router';
import { storeResetToken } from './-reset-token.ts';

/** Where the link of the mail leads. The token leaves the address at once. */
export const Route = createFileRoute('/_map/forgotpassword_/confirm_/$token')({
  beforeLoad: ({ params }) => {
    storeResetToken(params.token);
    throw redirect({ to: '/forgotpassword/confirm', replace: true });
  },
});
