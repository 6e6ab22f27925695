import { createFileRoute } from '@tanstack/react-router';
import { NoPostOpen } from '../features/posts/no-post-open.tsx';
import { checkId } from './-id-param.ts';
import { enterSet } from './-set-routes.ts';

export const Route = createFileRoute('/_map/_data/savedsearches/$savedSearchId_/data')({
  staticData: { layout: { desk: 'wide', phone: 'full' }, feature: 'views-data' },
  beforeLoad: async ({ params, search }) => {
    checkId((it: { savedSearchId: string }) => it.savedSearchId)({ params });
    await enterSet('savedsearch', params.savedSearchId, 'data', search);
  },
  component: NoPostOpen,
});
