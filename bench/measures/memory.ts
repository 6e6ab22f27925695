/** Memory of the server and its database: at rest, and after the measures above. */
import { pause } from '../../e2e/support/timing.ts';
import type { Measure } from '../measure.ts';
import { descendantsOf, proportionalBytes, residentBytes } from '../processes.ts';

const megabyte = 1_000_000;

const measureMemory = (name: string, waitMs: number): Measure => ({
  name,
  rows: [
    { label: 'server (RSS)', unit: 'MB' },
    { label: 'PostgreSQL (sum of PSS)', unit: 'MB' },
  ],
  async runOnce({ waypost }) {
    await pause(waitMs);
    const parts = await Promise.all((await descendantsOf(waypost.pid)).map(proportionalBytes));
    const database = parts.reduce((sum, part) => sum + part, 0);
    return [(await residentBytes(waypost.pid)) / megabyte, database / megabyte];
  },
});

/** Soon after the start, when nobody uses the server. */
export const memoryAtRest = measureMemory('memory at rest', 20_000);
export const memory = measureMemory('memory', 0);
