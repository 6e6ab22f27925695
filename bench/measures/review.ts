/**
 * Five reviewers decide waiting reports at once, with the queue of the client: as fast as they can, and at the pace of somebody who
 * reads each report for a second. Then everything is put back.
 */
import { createReviewers, type ReviewWork, reviewUntilEmpty } from '../../e2e/support/reviewers.ts';
import { type Measure, percentile, timeMs } from '../measure.ts';
import { reopenPosts, reviewerCount, toHourly } from '../reviewed-posts.ts';
import type { Site } from '../site.ts';

/** Decisions of each reviewer, without and with a pause. */
const fastCount = 60;
const pacedCount = 20;
const pauseMs = 1000;

/** The first wait of each reviewer is the opening of the screen. */
const findSlowWait = (works: readonly ReviewWork[]) =>
  percentile(
    works.flatMap(({ waits }) => waits.slice(1)),
    0.95,
  );

async function reviewAtOnce(site: Site, tokens: readonly string[], maxDecisions: number, pauseMs: number) {
  let works: ReviewWork[] = [];
  const duration = await timeMs(async () => {
    works = await Promise.all(
      tokens.map((token) => reviewUntilEmpty(() => site.waypost, token, { maxDecisions, pauseMs })),
    );
  });
  const ids = works.flatMap(({ published, archived }) => [...published, ...archived]);
  if (ids.length === 0) throw new Error('No report waits for review');
  await reopenPosts(site, ids);
  return { perHour: toHourly(ids.length, duration), waitMs: findSlowWait(works) };
}

export const review: Measure = {
  name: 'review',
  rows: [
    { label: 'decisions', unit: '/h' },
    { label: 'wait p95 at full speed', unit: 'ms' },
    { label: 'wait p95', unit: 'ms' },
  ],
  async runOnce(site) {
    const tokens = await createReviewers(site.waypost, reviewerCount);
    const fast = await reviewAtOnce(site, tokens, fastCount, 0);
    const paced = await reviewAtOnce(site, tokens, pacedCount, pauseMs);
    return [fast.perHour, fast.waitMs, paced.waitMs];
  },
};
