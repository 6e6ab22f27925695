import { createFileRoute, redirect } from '@tanstack/react-router';

/** Whatever is no address of ours. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true });
  },
});
