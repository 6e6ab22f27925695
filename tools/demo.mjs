/**
 * `npm run demo`: installs and builds, generates a deployment unless there is one, then becomes its server. The options are
 * in `apps/server/src/demo/demo-options.ts`; `npm run demo -- --help` lists them.
 */
import { runServer } from './lib/run-server.mjs';

await runServer('demo');
