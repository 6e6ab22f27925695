import { createFileRoute, redirect } from '@tanstack/react-router';
import { holdResetToken } from './-reset-token.ts';

/** Where the link of the mail leads. The token leaves the address at once. */
export const Route = createFileRoute('/_map/forgotpassword_/confirm_/$token')({
  beforeLoad: ({ params }) => {
    holdResetToken(params.token);
    throw redirect({ to: '/forgotpassword/confirm', replace: true });
  },
});
