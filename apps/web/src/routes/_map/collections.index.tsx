import { createFileRoute } from '@tanstack/react-router';
import { CollectionsPage } from '../../features/collections/collections-page.tsx';

export const Route = createFileRoute('/_map/collections/')({
  staticData: { layout: { desktop: 'panel', phoneSheetHeight: 'full' } },
  component: CollectionsPage,
});
