import { createFileRoute } from '@tanstack/react-router';
import { SetMissing } from '../blocks/sets/set-missing.tsx';
import { checkId } from './-id-param.ts';
import { openSet } from './-set-routes.ts';

export const Route = createFileRoute('/_map/savedsearches/$savedSearchId')({
  beforeLoad: checkId((params: { savedSearchId: string }) => params.savedSearchId),
  loader: ({ params }) => openSet('savedsearch', params.savedSearchId),
  component: Missing,
});

function Missing() {
  return <SetMissing kind="savedsearch" error={Route.useLoaderData().error} />;
}
