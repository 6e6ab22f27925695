/**
 * `npm start`: installs and builds, then becomes the server, in one process, so that signals reach the server; the script in
 * package.json uses `exec` to avoid a shell in between.
 */
import { runServer } from './lib/run-server.mjs';

await runServer('main');
