/**
 * `npm start`: makes everything ready, then becomes the server. In one process, so that a signal to it is a
 * signal to the server; the script in package.json says `exec` so that no shell stands in between.
 */
import { becomeServer } from './become-server.mjs';

await becomeServer('main');
