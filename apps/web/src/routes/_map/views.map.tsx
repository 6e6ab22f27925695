import { createFileRoute } from '@tanstack/react-router';
import { PostMapPanel } from '../../features/posts/list/post-map-panel.tsx';
import { usePostListHeaderSlots } from './-post-list-header-slots.tsx';
import { redirectToSetAddress } from './-set-redirects.ts';

export const Route = createFileRoute('/_map/views/map')({
  staticData: {
    layout: { desktop: 'panel', phoneSheetHeight: 'peek', maxSheetFraction: 0.66 },
    feature: 'views-map',
  },
  beforeLoad: redirectToSetAddress('map'),
  component: Screen,
});

function Screen() {
  return <PostMapPanel {...usePostListHeaderSlots('map')} />;
}
