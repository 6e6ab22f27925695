import { createFileRoute } from '@tanstack/react-router';
import { CollectionsPage } from '../features/collections/collections-page.tsx';

export const Route = createFileRoute('/_map/collections/')({
  staticData: { layout: { desk: 'panel', phone: 'full' } },
  component: CollectionsPage,
});
