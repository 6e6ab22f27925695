/**
 * `npm run demo`: makes everything ready, makes up a deployment unless there is one, then becomes the server that
 * shows it. What may be asked for is in `apps/server/src/demo/wishes.ts`, and told by `npm run demo -- --help`.
 */
import { becomeServer } from './become-server.mjs';

await becomeServer('demo');
