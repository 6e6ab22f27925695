import { createFileRoute } from '@tanstack/react-router';
import { SetMissing } from '../blocks/sets/set-missing.tsx';
import { checkId } from './-id-param.ts';
import { openSet } from './-set-routes.ts';

export const Route = createFileRoute('/_map/collections/$collectionId')({
  beforeLoad: checkId((params: { collectionId: string }) => params.collectionId),
  loader: ({ params }) => openSet('collection', params.collectionId),
  component: Missing,
});

function Missing() {
  return <SetMissing kind="collection" error={Route.useLoaderData().error} />;
}
