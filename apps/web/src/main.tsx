/** Entry script of the page. It is small, so that the first API requests start while the app is still loading. */
import { preloadApi } from './api/preload.ts';

preloadApi();
void import('./start.tsx');
