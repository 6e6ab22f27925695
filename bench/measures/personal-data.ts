/**
 * A list of posts whose authors are hidden: for a reviewer without *View personal data*, for one with it who sees authors on request, as in
 * the web client, and for one who gets them with the list, as other clients do, which the audit log records.
 */
import { personalDataOnRequest } from '@waypost/contract/common/media-types';
import { callApi, tokenFor } from '../../e2e/support/waypost.ts';
import { type Measure, median, timeMs } from '../measure.ts';
import { request, requestJson, type Site } from '../site.ts';

const sampleCount = 100;
const warmUpRounds = 10;
const password = 'correct horse battery';

/** Creates an account with these permissions, unless it exists. @returns its token */
async function createAccount(site: Site, name: string, permissions: readonly string[]): Promise<string> {
  const { waypost, tokens } = site;
  const email = `${name}@example.org`;
  await callApi(waypost, tokens.admin, 'POST', '/roles', { name, display_name: name, permissions });
  await callApi(waypost, tokens.admin, 'POST', '/users', { email, password, realname: name, role: name });
  return tokenFor(waypost, { email, password });
}

async function readList({ waypost }: Site, url: string, token: string, accept: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept };
  const response = await fetch(`${waypost.baseUrl}/api/v3${url}`, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`GET ${url} answers ${response.status}`);
}

/** Runs with the author hidden in the survey with the most posts. */
async function withHiddenAuthors<T>(site: Site, work: (form: number) => Promise<T>): Promise<T> {
  const { results } = await requestJson<{ results: { id: number; hide_author: boolean }[] }>(
    site,
    'admin',
    '/forms',
  );
  const counts = await Promise.all(
    results.map(async (form) => {
      const url = `/posts?form=${form.id}&status=all&limit=0`;
      return { form, posts: (await requestJson<{ total_count: number }>(site, 'admin', url)).total_count };
    }),
  );
  const largest = counts.toSorted((a, b) => b.posts - a.posts)[0];
  if (!largest) throw new Error('There is no survey');
  const { id, hide_author } = largest.form;
  await request(site, 'admin', `/forms/${id}`, 'PUT', { hide_author: true });
  try {
    return await work(id);
  } finally {
    await request(site, 'admin', `/forms/${id}`, 'PUT', { hide_author });
  }
}

export const personalData: Measure = {
  name: 'list with hidden authors',
  rows: [
    { label: 'without View personal data, p50', unit: 'ms' },
    { label: 'with it, authors on request, p50', unit: 'ms' },
    { label: 'with it, authors in the list, p50', unit: 'ms' },
    { label: 'on request / without', unit: '×' },
    { label: 'in the list / without', unit: '×' },
  ],
  runOnce: (site) =>
    withHiddenAuthors(site, async (form) => {
      const url = `/posts?form=${form}&status=all&orderby=created&order=desc&limit=20`;
      const without = await createAccount(site, 'bench-without', ['Manage Posts']);
      const viewing = await createAccount(site, 'bench-viewing', ['Manage Posts', 'View personal data']);
      const reads = [
        () => readList(site, url, without, 'application/json'),
        () => readList(site, url, viewing, personalDataOnRequest),
        () => readList(site, url, viewing, 'application/json'),
      ];
      const times: number[][] = reads.map(() => []);
      for (let round = -warmUpRounds; round < sampleCount; round++)
        // In turns, so that all three meet the same disturbances.
        for (const [index, read] of reads.entries()) {
          const ms = await timeMs(read);
          if (round >= 0) times[index]?.push(ms);
        }
      const [p50Without = Number.NaN, p50OnRequest = Number.NaN, p50InList = Number.NaN] = times.map(median);
      return [p50Without, p50OnRequest, p50InList, p50OnRequest / p50Without, p50InList / p50Without];
    }),
};
