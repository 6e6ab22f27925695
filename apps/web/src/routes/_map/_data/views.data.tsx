import { createFileRoute } from '@tanstack/react-router';
import { NoPostSelected } from '../../../features/posts/list/no-post-selected.tsx';
import { redirectToSetAddress } from '../-set-redirects.ts';

export const Route = createFileRoute('/_map/_data/views/data')({
  staticData: { layout: { desktop: 'wide', phoneSheetHeight: 'full' }, feature: 'views-data' },
  beforeLoad: redirectToSetAddress('data'),
  component: NoPostSelected,
});
