/** The page's first file: small, so that the server is asked while the program is on its way. */
import { askEarly } from './api/early.ts';

askEarly();
void import('./start.tsx');
