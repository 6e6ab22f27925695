import { createFileRoute } from '@tanstack/react-router';
import { NoPostSelected } from '../../../features/posts/list/no-post-selected.tsx';
import { checkId } from '../../-id-param.ts';
import { ensureSetMode } from '../-set-redirects.ts';

export const Route = createFileRoute('/_map/_data/savedsearches/$savedSearchId_/data')({
  staticData: { layout: { desktop: 'wide', phoneSheetHeight: 'full' }, feature: 'views-data' },
  beforeLoad: async ({ params, search }) => {
    checkId((params: { savedSearchId: string }) => params.savedSearchId)({ params });
    await ensureSetMode('savedsearch', params.savedSearchId, 'data', search);
  },
  component: NoPostSelected,
});
