/** A report that was acknowledged is there, whatever happens to the server in the next instant. */
import { expect, test } from '@playwright/test';
import { callApi, endWaypost, startWaypost, tokenFor, type Waypost } from './waypost.ts';

const round = 'a round of submissions, cut short';

/** Submits from eight sides at once until the server is gone; tells which titles it acknowledged. */
async function submitUntilGone(waypost: Waypost, token: string, name: string): Promise<string[]> {
  const acknowledged: string[] = [];
  const side = async (number: number) => {
    for (let count = 0; ; count++) {
      const title = `${name} ${number}-${count}`;
      const report = { title, content: round, form: { id: 1 }, values: {} };
      try {
        const answer = await callApi(waypost, token, 'POST', '/posts', report);
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        acknowledged.push(title);
      } catch {
        return;
      }
    }
  };
  const sides = Promise.all(Array.from({ length: 8 }, (_, number) => side(number)));
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(40);
  await waypost.end('SIGKILL');
  await sides;
  return acknowledged;
}

async function titlesThere(waypost: Waypost): Promise<Set<string>> {
  const token = await tokenFor(waypost, 'admin');
  const titles = new Set<string>();
  for (let offset = 0; ; offset += 500) {
    const answer = await callApi(
      waypost,
      token,
      'GET',
      `/posts?status=all&limit=500&offset=${offset}&orderby=id&order=asc`,
    );
    const page = (await answer.json()) as { results: { title: string }[] };
    for (const post of page.results) titles.add(post.title);
    if (page.results.length < 500) return titles;
  }
}

/** More reports than visitors of one address are let send. */
const unhurried = { VISITORS_PACE: '0' };

test('no acknowledged report is lost when the server is killed, and it starts again by itself', async () => {
  test.setTimeout(120_000);
  let waypost = await startWaypost(undefined, unhurried);
  const acknowledged: string[] = [];
  try {
    for (const name of ['first', 'second', 'third']) {
      const token = await tokenFor(waypost, 'visitor');
      acknowledged.push(...(await submitUntilGone(waypost, token, name)));
      // The database of the killed server is still running now; the next start must cope with that.
      waypost = await startWaypost(waypost.dataDir, unhurried);
    }
    const there = await titlesThere(waypost);
    expect(acknowledged.filter((title) => !there.has(title))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(120);
  } finally {
    await endWaypost(waypost);
  }
});
