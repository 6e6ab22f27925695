import { createFileRoute } from '@tanstack/react-router';
import { SetUnavailable } from '../../blocks/sets/set-unavailable.tsx';
import { checkId } from '../-id-param.ts';
import { redirectToSetView } from './-set-redirects.ts';

export const Route = createFileRoute('/_map/collections/$collectionId')({
  beforeLoad: checkId((params: { collectionId: string }) => params.collectionId),
  loader: ({ params }) => redirectToSetView('collection', params.collectionId),
  component: Missing,
});

function Missing() {
  return <SetUnavailable kind="collection" error={Route.useLoaderData().error} />;
}
