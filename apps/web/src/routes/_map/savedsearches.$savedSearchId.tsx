import { createFileRoute } from '@tanstack/react-router';
import { SetUnavailable } from '../../blocks/sets/set-unavailable.tsx';
import { checkId } from '../-id-param.ts';
import { redirectToSetView } from './-set-redirects.ts';

export const Route = createFileRoute('/_map/savedsearches/$savedSearchId')({
  beforeLoad: checkId((params: { savedSearchId: string }) => params.savedSearchId),
  loader: ({ params }) => redirectToSetView('savedsearch', params.savedSearchId),
  component: Missing,
});

function Missing() {
  return <SetUnavailable kind="savedsearch" error={Route.useLoaderData().error} />;
}
