import { createFileRoute } from '@tanstack/react-router';
import { PostMapPanel } from '../../features/posts/list/post-map-panel.tsx';
import { checkId } from '../-id-param.ts';
import { usePostListHeaderSlots } from './-post-list-header-slots.tsx';
import { ensureSetMode } from './-set-redirects.ts';

export const Route = createFileRoute('/_map/savedsearches/$savedSearchId_/map')({
  staticData: {
    layout: { desktop: 'panel', phoneSheetHeight: 'peek', maxSheetFraction: 0.66 },
    feature: 'views-map',
  },
  beforeLoad: async ({ params, search }) => {
    checkId((params: { savedSearchId: string }) => params.savedSearchId)({ params });
    await ensureSetMode('savedsearch', params.savedSearchId, 'map', search);
  },
  component: Screen,
});

function Screen() {
  return <PostMapPanel {...usePostListHeaderSlots('map')} />;
}
