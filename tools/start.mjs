/**
 * `npm start`: makes everything ready, then becomes the server. In one process, so that a signal to it is a
 * signal to the server; the script in package.json says `exec` so that no shell stands in between.
 */
import { runServer } from './lib/run-server.mjs';

await runServer('main');
