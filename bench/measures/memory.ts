/** Memory of the server and its database after the measures above. */
import type { Measure } from '../measure.ts';
import { descendantsOf, proportionalBytes, residentBytes } from '../processes.ts';

const megabyte = 1_000_000;

export const memory: Measure = {
  name: 'memory',
  rows: [
    { label: 'server (RSS)', unit: 'MB' },
    { label: 'PostgreSQL (sum of PSS)', unit: 'MB' },
  ],
  async runOnce({ waypost }) {
    const parts = await Promise.all((await descendantsOf(waypost.pid)).map(proportionalBytes));
    const database = parts.reduce((sum, part) => sum + part, 0);
    return [(await residentBytes(waypost.pid)) / megabyte, database / megabyte];
  },
};
