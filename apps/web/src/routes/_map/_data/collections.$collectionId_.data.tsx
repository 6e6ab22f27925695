import { createFileRoute } from '@tanstack/react-router';
import { NoPostSelected } from '../../../features/posts/list/no-post-selected.tsx';
import { checkId } from '../../-id-param.ts';
import { ensureSetMode } from '../-set-redirects.ts';

export const Route = createFileRoute('/_map/_data/collections/$collectionId_/data')({
  staticData: { layout: { desktop: 'wide', phoneSheetHeight: 'full' }, feature: 'views-data' },
  beforeLoad: async ({ params, search }) => {
    checkId((params: { collectionId: string }) => params.collectionId)({ params });
    await ensureSetMode('collection', params.collectionId, 'data', search);
  },
  component: NoPostSelected,
});
