/** `npm start` ends here. */
import { setFlagsFromString } from 'node:v8';
import { run } from './run.ts';

/**
 * Percent by which memory may grow between two full collections. By itself the engine lets it grow fourfold where there is
 * plenty: a long import then held 200 MB that nobody used any more.
 */
const growth = 30;

setFlagsFromString(`--heap-growing-percent=${growth}`);

await run();
