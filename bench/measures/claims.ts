/**
 * A reviewer claims the next report: the oldest, and the most urgent, without and with rules of urgency. With `--waiting`, all
 * reports wait.
 */
import type { UrgencyRule, UrgencyRuleInput } from '@waypost/contract/review/urgency';
import { createReviewers } from '../../e2e/support/reviewers.ts';
import { callApi } from '../../e2e/support/waypost.ts';
import { type Measure, measureTimes, percentile } from '../measure.ts';
import { request, requestJson, type Site } from '../site.ts';

const sampleCount = 100;
const pollMs = 500;
const maxPolls = 600;
const rulesPath = '/review/urgency-rules';

type NewRule = Partial<UrgencyRuleInput> & Pick<UrgencyRuleInput, 'kind' | 'weight'>;

/** Words of the generated reports, a category and an age: each matches a part of the reports, together most of them. */
async function listRules(site: Site): Promise<NewRule[]> {
  const { results } = await requestJson<{ results: { id: number }[] }>(site, 'admin', '/tags');
  return [
    { kind: 'words', weight: 5, words: ['water', 'agua', 'maji'] },
    ...results.slice(0, 3).map(({ id }): NewRule => ({ kind: 'category', weight: 3, tag: id })),
    { kind: 'age', weight: 1, hours: 24 },
  ];
}

/** Waits until changed rules are applied to all waiting posts. */
async function waitForRules(site: Site): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll++) {
    const { is_updating } = await requestJson<{ is_updating: boolean }>(site, 'admin', rulesPath);
    if (!is_updating) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error('The rules were not applied');
}

/** Times of claims. Each is released before the next. */
const measureClaims = (site: Site, token: string, order: 'asc' | 'urgent') =>
  measureTimes(
    sampleCount,
    async () => {
      const response = await callApi(site.waypost, token, 'POST', '/review/claims', { count: 1, order });
      const { results } = (await response.json()) as { results?: unknown[] };
      if (results?.length !== 1) throw new Error('No report waits for review');
    },
    1,
    () => callApi(site.waypost, token, 'DELETE', '/review/claims'),
  );

/** Runs something with rules of urgency, and removes them. */
async function withRules<T>(site: Site, work: () => Promise<T>): Promise<T> {
  const ids: number[] = [];
  try {
    for (const rule of await listRules(site)) {
      const response = await callApi(site.waypost, site.tokens.admin, 'POST', rulesPath, rule);
      if (!response.ok) throw new Error(`A rule answers ${response.status}`);
      ids.push(((await response.json()) as UrgencyRule).id);
    }
    await waitForRules(site);
    return await work();
  } finally {
    for (const id of ids) await request(site, 'admin', `${rulesPath}/${id}`, 'DELETE');
    await waitForRules(site);
  }
}

export const claims: Measure = {
  name: 'claim',
  rows: [
    { label: 'oldest p50', unit: 'ms' },
    { label: 'oldest p95', unit: 'ms' },
    { label: 'urgent without rules p95', unit: 'ms' },
    { label: 'oldest with rules p95', unit: 'ms' },
    { label: 'urgent with rules p50', unit: 'ms' },
    { label: 'urgent with rules p95', unit: 'ms' },
  ],
  async runOnce(site) {
    const [token = ''] = await createReviewers(site.waypost, 1);
    const oldest = await measureClaims(site, token, 'asc');
    const urgent = await measureClaims(site, token, 'urgent');
    const [oldestWithRules, urgentWithRules] = await withRules(site, async () => [
      await measureClaims(site, token, 'asc'),
      await measureClaims(site, token, 'urgent'),
    ]);
    await callApi(site.waypost, token, 'DELETE', '/review/claims');
    return [
      percentile(oldest, 0.5),
      percentile(oldest, 0.95),
      percentile(urgent, 0.95),
      percentile(oldestWithRules ?? [], 0.95),
      percentile(urgentWithRules ?? [], 0.5),
      percentile(urgentWithRules ?? [], 0.95),
    ];
  },
};
