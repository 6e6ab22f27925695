/** How fast a deployment is made, and how fast it is there again. */
import type { Measure } from '../measure.ts';

/** Told anew in each round, though it happened once: in this run, or in the one that made the deployment. */
export const generation: Measure = {
  name: 'generation',
  rows: [{ what: '', unit: 'posts/s' }],
  take: async ({ deployment }) => [deployment.size.posts / deployment.seconds],
};

/** The files have been read before, so the disk is warm; the processes are new. */
export const coldStart: Measure = {
  name: 'cold start, until "ready at"',
  rows: [{ what: '', unit: 'ms' }],
  take: async ({ startedIn }) => [startedIn],
};
