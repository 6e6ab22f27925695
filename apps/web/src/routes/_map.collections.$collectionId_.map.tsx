import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../ui/page-message.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/_map/collections/$collectionId_/map')({
  beforeLoad: checkId((params: { collectionId: string }) => params.collectionId),
  component: NotBuilt,
});
