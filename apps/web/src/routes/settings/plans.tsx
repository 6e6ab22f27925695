import { createFileRoute, redirect } from '@tanstack/react-router';

/** Alias of the plan page (spec 1 §2). */
export const Route = createFileRoute('/settings/plans')({
  beforeLoad: () => {
    throw redirect({ to: '/settings/plan', replace: true });
  },
});
