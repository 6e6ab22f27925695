import { createFileRoute } from '@tanstack/react-router';
import { type PostSearch, parsePostSearch } from '../blocks/post-search/post-search.ts';
import { EmbeddedMap } from '../features/map/embedded-map.tsx';

/** The embedded map for other sites, with the filters in its URL (spec 2 §2, "Routes"). */
export const Route = createFileRoute('/map/noui')({
  staticData: { isFrameless: true },
  validateSearch: (raw: Record<string, unknown>): PostSearch => parsePostSearch(raw),
  component: Screen,
});

function Screen() {
  return <EmbeddedMap search={Route.useSearch()} />;
}
