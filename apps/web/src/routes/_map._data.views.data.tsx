import { createFileRoute } from '@tanstack/react-router';
import { NoPostOpen } from '../features/posts/no-post-open.tsx';

export const Route = createFileRoute('/_map/_data/views/data')({
  staticData: { layout: { desk: 'wide', phone: 'full' }, feature: 'views-data' },
  component: NoPostOpen,
});
