/** How fast a deployment is made, and how fast it is there again. */
import type { Measure } from '../measure.ts';

/** Told anew in each round, though it happened once: in this run, or in the one that made the deployment. */
export const generation: Measure = {
  name: 'generation',
  rows: [{ label: '', unit: 'posts/s' }],
  runOnce: async ({ deployment }) => [deployment.size.posts / deployment.seconds],
};

/** The files have been read before, so the disk is warm; the processes are new. */
export const coldStart: Measure = {
  name: 'cold start, until "ready at"',
  rows: [{ label: '', unit: 'ms' }],
  runOnce: async ({ startupMs: startedIn }) => [startedIn],
};
