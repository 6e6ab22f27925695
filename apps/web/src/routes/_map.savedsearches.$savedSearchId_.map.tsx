import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../ui/page-message.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/_map/savedsearches/$savedSearchId_/map')({
  beforeLoad: checkId((params: { savedSearchId: string }) => params.savedSearchId),
  component: NotBuilt,
});
