import { createFileRoute, redirect } from '@tanstack/react-router';

/** Old URL of the list. */
export const Route = createFileRoute('/views/list')({
  beforeLoad: () => {
    throw redirect({ to: '/views/data' });
  },
});
