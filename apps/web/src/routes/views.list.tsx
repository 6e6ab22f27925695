import { createFileRoute, redirect } from '@tanstack/react-router';

/** An older name of the list. */
export const Route = createFileRoute('/views/list')({
  beforeLoad: () => {
    throw redirect({ to: '/views/data' });
  },
});
