/** Addresses to screens. The tree is generated from the files of `routes/`. */
import { createRouter } from '@tanstack/react-router';
import { ScreenError } from './features/shell/screen-error.tsx';
import { routeTree } from './routeTree.gen.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { NotFound } from './ui/page-message.tsx';
import { LoadingList } from './ui/states.tsx';

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  trailingSlash: 'never',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: LoadingList,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
