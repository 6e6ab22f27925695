import { createFileRoute } from '@tanstack/react-router';
import { NoPostOpen } from '../features/posts/no-post-open.tsx';
import { checkId } from './-id-param.ts';
import { enterSet } from './-set-routes.ts';

export const Route = createFileRoute('/_map/_data/collections/$collectionId_/data')({
  staticData: { layout: { desk: 'wide', phone: 'full' }, feature: 'views-data' },
  beforeLoad: async ({ params, search }) => {
    checkId((it: { collectionId: string }) => it.collectionId)({ params });
    await enterSet('collection', params.collectionId, 'data', search);
  },
  component: NoPostOpen,
});
