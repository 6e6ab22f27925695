/** `npm start` ends here. */
import { setFlagsFromString } from 'node:v8';
import { runProcess } from './run-process.ts';

/**
 * Percent by which memory may grow between two full collections. By itself the engine lets it grow fourfold where there is
 * plenty: a long import then held 200 MB that nobody used any more.
 */
const heapGrowthPercent = 30;

setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);

await runProcess();
