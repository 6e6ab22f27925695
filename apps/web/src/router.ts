/** The router. Its route tree is generated from the files of `routes/`. */
import { createRouter } from '@tanstack/react-router';
import { ScreenError } from './features/shell/errors/screen-error.tsx';
import { routeTree } from './routeTree.gen.ts';
import { parseSearchParams, stringifySearchParams } from './search-params.ts';
import { ListSkeleton } from './ui/feedback/screen-states.tsx';
import { NotFound } from './ui/layout/page-message.tsx';

/** The router of the app; tests create their own from its options. */
export const router = createRouter({
  routeTree,
  parseSearch: parseSearchParams,
  stringifySearch: stringifySearchParams,
  trailingSlash: 'never',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: ListSkeleton,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
  // It stays while the page in it changes, and would keep its position.
  scrollToTopSelectors: ['[data-scrolls-to-top]'],
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
