/** The page's first file: small, so that the server is asked while the program is on its way. */
import { preloadApi } from './api/preload.ts';

preloadApi();
void import('./start.tsx');
