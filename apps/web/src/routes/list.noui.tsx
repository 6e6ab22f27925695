import { createFileRoute } from '@tanstack/react-router';
import { type PostSearch, parsePostSearch } from '../blocks/post-search/post-search.ts';
import { EmbeddedList } from '../features/posts/list/embedded-list.tsx';

/** The list in other sites' pages, with the filters of its address. */
export const Route = createFileRoute('/list/noui')({
  staticData: { isFrameless: true },
  validateSearch: (raw: Record<string, unknown>): PostSearch => parsePostSearch(raw),
  component: Screen,
});

function Screen() {
  return <EmbeddedList search={Route.useSearch()} />;
}
