import { createFileRoute } from '@tanstack/react-router';
import { PostMapPanel } from '../features/posts/post-map-panel.tsx';

export const Route = createFileRoute('/_map/views/map')({
  staticData: { layout: { desk: 'panel', phone: 'peek', most: 0.66 }, feature: 'views-map' },
  component: PostMapPanel,
});
