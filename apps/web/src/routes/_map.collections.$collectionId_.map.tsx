import { createFileRoute } from '@tanstack/react-router';
import { PostMapPanel } from '../features/posts/post-map-panel.tsx';
import { checkId } from './-id-param.ts';
import { usePostExtras } from './-post-extras.tsx';
import { enterSet } from './-set-routes.ts';

export const Route = createFileRoute('/_map/collections/$collectionId_/map')({
  staticData: { layout: { desk: 'panel', phone: 'peek', most: 0.66 }, feature: 'views-map' },
  beforeLoad: async ({ params, search }) => {
    checkId((it: { collectionId: string }) => it.collectionId)({ params });
    await enterSet('collection', params.collectionId, 'map', search);
  },
  component: Screen,
});

function Screen() {
  return <PostMapPanel {...usePostExtras('map')} />;
}
