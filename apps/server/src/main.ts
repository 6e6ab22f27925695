/** Entry point of `npm start`. */
import { setFlagsFromString } from 'node:v8';
import { runProcess } from './run-process.ts';

/**
 * Percent by which the heap may grow between two full garbage collections. By default V8 lets it grow fourfold when memory is
 * plentiful: after a long import the process held 200 MB of garbage.
 */
const heapGrowthPercent = 30;

setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);

await runProcess();
