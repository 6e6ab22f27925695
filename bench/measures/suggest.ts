/**
 * Suggestions: how often the first and the first three choices are right, for reports that were left out of the learning; what the
 * learning takes; and the time until a reviewer gets the suggestions for a report.
 */
import type { SuggestionModel } from '@waypost/contract/review/suggestions';
import { type Measure, measureTimes, percentile } from '../measure.ts';
import { samplePosts } from '../sample.ts';
import { request, requestJson, type Site } from '../site.ts';

const sampleCount = 100;
const pollMs = 500;
const maxPolls = 1200;

const path = '/review/suggestion-model';

/** Learns anew. @throws when it takes too long */
async function train(site: Site): Promise<SuggestionModel> {
  const { trained: before } = await requestJson<SuggestionModel>(site, 'admin', path);
  // Times of the API have seconds.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await request(site, 'admin', path, 'POST');
  for (let poll = 0; poll < maxPolls; poll++) {
    const model = await requestJson<SuggestionModel>(site, 'admin', path);
    if (model.trained !== before && !model.is_training) return model;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error('The training did not end');
}

const percent = (share: number | null | undefined) => (share ?? Number.NaN) * 100;

export const suggest: Measure = {
  name: 'suggest',
  rows: [
    { label: 'survey top-1', unit: '%' },
    { label: 'survey top-3', unit: '%' },
    { label: 'category top-1', unit: '%' },
    { label: 'category top-3', unit: '%' },
    { label: 'category suggested', unit: '%' },
    { label: 'category correct', unit: '%' },
    { label: 'training', unit: 's' },
    { label: 'training memory', unit: 'MB' },
    { label: 'request p50', unit: 'ms' },
    { label: 'request p95', unit: 'ms' },
  ],
  async runOnce(site) {
    const { tests, seconds, memory_mb } = await train(site);
    const survey = tests.find(({ kind }) => kind === 'survey');
    const category = tests.find(({ kind }) => kind === 'category');
    const posts = await samplePosts(site);
    const times = await measureTimes(sampleCount, (index) =>
      request(site, 'admin', `/posts/${posts[index % posts.length]?.id}/suggestions`),
    );
    return [
      percent(survey?.top_1),
      percent(survey?.top_3),
      percent(category?.top_1),
      percent(category?.top_3),
      percent(category?.suggested),
      percent(category?.correct),
      seconds ?? Number.NaN,
      memory_mb ?? Number.NaN,
      percentile(times, 0.5),
      percentile(times, 0.95),
    ];
  },
};
