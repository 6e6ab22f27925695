/** Entry script of the page. It is small, so that the first API requests start while the app is still loading. */
import { preloadApi } from './api/preload.ts';

void preloadApi().then(async (request) => {
  if (request) await (await import('./early-map.ts')).drawEarlyMap(request);
});
import('./start.tsx')
  .then(({ started }) => started)
  .catch((error: unknown) => {
    // public/theme.js shows that the page could not be loaded. keys: error.bootstrap.*
    dispatchEvent(new Event('waypost:load-failed'));
    throw error;
  });
