/** Five reviewers decide waiting reports at once, with the queue of the client; then everything is put back. */
import { createReviewers, reviewUntilEmpty } from '../../e2e/support/reviewers.ts';
import { type Measure, percentile, timeMs } from '../measure.ts';
import { request } from '../site.ts';

const reviewerCount = 5;
/** Decisions of each reviewer. */
const decisionCount = 60;
const hourMs = 3_600_000;

export const review: Measure = {
  name: 'review',
  rows: [
    { label: 'decisions', unit: '/h' },
    { label: 'wait p95', unit: 'ms' },
  ],
  async runOnce(site) {
    const tokens = await createReviewers(site.waypost, reviewerCount);
    const works: Awaited<ReturnType<typeof reviewUntilEmpty>>[] = [];
    const duration = await timeMs(() =>
      Promise.all(
        tokens.map(async (token) =>
          works.push(await reviewUntilEmpty(() => site.waypost, token, { maxDecisions: decisionCount })),
        ),
      ),
    );
    const ids = works.flatMap((work) => [...work.published, ...work.archived]);
    if (ids.length === 0) throw new Error('No report waits for review');
    for (const id of ids) await request(site, 'admin', `/posts/${id}`, 'PUT', { status: 'draft' });
    // The first wait of each reviewer is the opening of the screen.
    const waits = works.flatMap((work) => work.waits.slice(1));
    return [(ids.length / duration) * hourMs, percentile(waits, 0.95)];
  },
};
