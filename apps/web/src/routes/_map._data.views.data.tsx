import { createFileRoute } from '@tanstack/react-router';
import { NoPostOpen } from '../features/posts/no-post-open.tsx';
import { keepMode } from './-set-routes.ts';

export const Route = createFileRoute('/_map/_data/views/data')({
  staticData: { layout: { desk: 'wide', phone: 'full' }, feature: 'views-data' },
  beforeLoad: keepMode('data'),
  component: NoPostOpen,
});
