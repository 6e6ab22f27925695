import { createFileRoute } from '@tanstack/react-router';
import { type PostSearch, parsePostSearch } from '../blocks/post-search/post-search.ts';
import { EmbeddedList } from '../features/posts/list/embedded-list.tsx';

/** The embedded list for other sites, with the filters in its URL. */
export const Route = createFileRoute('/list/noui')({
  staticData: { isFrameless: true },
  validateSearch: (raw: Record<string, unknown>): PostSearch => parsePostSearch(raw),
  component: Screen,
});

function Screen() {
  return <EmbeddedList search={Route.useSearch()} />;
}
