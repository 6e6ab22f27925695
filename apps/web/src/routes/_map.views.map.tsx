import { createFileRoute } from '@tanstack/react-router';
import { PostMapPanel } from '../features/posts/post-map-panel.tsx';
import { usePostExtras } from './-post-extras.tsx';
import { keepMode } from './-set-routes.ts';

export const Route = createFileRoute('/_map/views/map')({
  staticData: { layout: { desk: 'panel', phone: 'peek', most: 0.66 }, feature: 'views-map' },
  beforeLoad: keepMode('map'),
  component: Screen,
});

function Screen() {
  return <PostMapPanel {...usePostExtras('map')} />;
}
