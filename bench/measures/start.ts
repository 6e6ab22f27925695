/** Duration of the first and of later starts. */
import type { Measure } from '../measure.ts';

/** Reported in each round, though it happened once: in this run, or when the deployment was generated. */
export const generation: Measure = {
  name: 'generation',
  rows: [{ label: '', unit: 'posts/s' }],
  runOnce: async ({ deployment }) => [deployment.size.posts / deployment.seconds],
};

/** New processes with a warm disk cache. */
export const coldStart: Measure = {
  name: 'cold start, until "ready at"',
  rows: [{ label: '', unit: 'ms' }],
  runOnce: async ({ startupMs: startedIn }) => [startedIn],
};
