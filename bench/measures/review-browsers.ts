/**
 * Five people decide reports on the review screen, each in a browser page and by keyboard: a thousand as fast as the pages can,
 * undisturbed and with a server that is killed in the middle and started again, and some at the speed of people, who read each
 * report; and one person alone. No report may be decided twice or lost.
 */
import type { Post } from '@waypost/contract/posts/posts';
import { loggedInContext } from '../../e2e/support/log-in.ts';
import { createReviewers, reviewerLogin } from '../../e2e/support/reviewers.ts';
import { reviewInBrowser } from '../browser-reviewer.ts';
import { type Measure, percentile, timeMs } from '../measure.ts';
import { reopenPosts, reviewerCount, toHourly } from '../reviewed-posts.ts';
import { requestJson, restartSite, type Site } from '../site.ts';

/** How a group works. */
interface Plan {
  reviewers: number;
  reportCount: number;
  /** Milliseconds that each report is read. Five pages without pause need more processors than a small machine has. */
  pauseMs: number;
  isKilled: boolean;
}

const fast: Plan = { reviewers: reviewerCount, reportCount: 1000, pauseMs: 0, isKilled: false };
const pageSize = 500;

/** Revisions by report. */
type Revisions = ReadonlyMap<number, number>;

/** All reports that wait, with their revisions. */
async function readWaiting(site: Site): Promise<Revisions> {
  const waiting = new Map<number, number>();
  for (let offset = 0; ; offset += pageSize) {
    const path = `/posts?status=draft&orderby=id&order=asc&limit=${pageSize}&offset=${offset}`;
    const { results } = await requestJson<{ results: Post[] }>(site, 'admin', path);
    for (const { id, revision = 0 } of results) waiting.set(id, revision);
    if (results.length < pageSize) return waiting;
  }
}

/** The reports that were decided. @throws if a report was decided twice or lost, or if totals differ */
async function checkDecisions(site: Site, before: Revisions, expected: number): Promise<number[]> {
  const after = await readWaiting(site);
  const decided = [...before.keys()].filter((id) => !after.has(id));
  const changed = [...after].filter(([id, revision]) => before.get(id) !== revision);
  if (changed.length > 0) throw new Error(`${changed.length} waiting reports were changed`);
  for (const id of decided) {
    const { status, revision } = await requestJson<Post>(site, 'admin', `/posts/${id}`);
    if (status !== 'published' && status !== 'archived') throw new Error(`Report ${id} is ${status}`);
    if (revision !== (before.get(id) ?? 0) + 1) throw new Error(`Report ${id} was decided twice`);
  }
  if (decided.length !== expected)
    throw new Error(`${expected} decisions were made, ${decided.length} reports were decided`);
  const { count } = await requestJson<{ count: number }>(site, 'admin', '/review/claims');
  if (count > 0) throw new Error(`${count} claims are left`);
  return decided;
}

/** Opens a page for each reviewer, and lets them decide until enough reports are decided together. */
async function reviewTogether(
  site: Site,
  { reviewers, reportCount, pauseMs }: Plan,
  onDecision: (total: number) => void,
): Promise<ReviewOfAll> {
  const { browser, waypost } = site;
  if (!browser) throw new Error('there is no Chromium');
  await createReviewers(waypost, reviewers);
  const logins = Array.from({ length: reviewers }, (_, number) => reviewerLogin(number));
  const counts = logins.map(() => 0);
  const total = () => counts.reduce((sum, count) => sum + count, 0);
  const contexts = await Promise.all(
    logins.map(async (login) =>
      browser.newContext({
        ...(await loggedInContext(waypost, login)),
        viewport: { width: 1280, height: 800 },
        locale: 'en-US',
        serviceWorkers: 'block',
      }),
    ),
  );
  try {
    let waits: number[] = [];
    const durationMs = await timeMs(async () => {
      const results = await Promise.all(
        contexts.map(async (context, number) =>
          reviewInBrowser(await context.newPage(), `${waypost.baseUrl}/review`, {
            onCount: (count) => {
              counts[number] = count;
              onDecision(total());
            },
            isDone: () => total() >= reportCount,
            pauseMs,
          }),
        ),
      );
      waits = results.flat();
    });
    return { waits, durationMs, decided: total() };
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

interface ReviewOfAll {
  waits: readonly number[];
  durationMs: number;
  /** Sum of the decisions that the screens count. */
  decided: number;
}

const rows = [
  { label: 'decisions', unit: '/h' },
  { label: 'next report p50', unit: 'ms' },
  { label: 'next report p95', unit: 'ms' },
  { label: 'reports decided once', unit: '' },
];

const measureReview = (name: string, plan: Plan): Measure => ({
  name,
  rows,
  isOnRequest: true,
  async runOnce(site) {
    const before = await readWaiting(site);
    let restarted: Promise<void> | undefined;
    const { waits, durationMs, decided } = await reviewTogether(site, plan, (total) => {
      if (plan.isKilled && total >= plan.reportCount / 2) restarted ??= restartSite(site);
    });
    await restarted;
    const ids = await checkDecisions(site, before, decided);
    await reopenPosts(site, ids);
    return [toHourly(ids.length, durationMs), percentile(waits, 0.5), percentile(waits, 0.95), ids.length];
  },
});

export const reviewBrowsers: readonly Measure[] = [
  measureReview('review-browsers', fast),
  measureReview('review-browsers-restart', { ...fast, isKilled: true }),
  measureReview('review-browsers-paced', { ...fast, reportCount: 300, pauseMs: 3000 }),
  // Five pages share the processors of one machine here; reviewers have one each.
  measureReview('review-browser-alone', { ...fast, reviewers: 1, reportCount: 100, pauseMs: 1000 }),
];
