/**
 * `npm run demo`: makes everything ready, makes up a deployment unless there is one, then becomes the server that
 * shows it. What may be asked for is in `apps/server/src/demo/demo-options.ts`, and told by `npm run demo -- --help`.
 */
import { runServer } from './lib/run-server.mjs';

await runServer('demo');
