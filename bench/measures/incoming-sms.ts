/**
 * Text messages from a gateway, 100 a second for a minute, and the server killed in the middle: how long each was waited for,
 * and whether each that was accepted is a post.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startWaypost } from '../../e2e/waypost.ts';
import { latency, latencyOf, type Measure, timed } from '../measure.ts';
import { ask, askJson, type Site } from '../site.ts';

const [perSecond, seconds] = [100, 60];
const secret = 'a secret of the benchmark';

const switchOn = (site: Site, isOn: boolean) =>
  ask(site, 'admin', '/config/data-provider', 'PUT', { providers: { smssync: isOn }, smssync: { secret } });

/** Whether it was accepted. */
async function deliver(address: string, run: string, at: number): Promise<boolean> {
  const from = `+2547${String(at % 500).padStart(8, '0')}`;
  const body = new URLSearchParams({
    secret,
    from,
    message: `${run} report ${at}`,
    message_id: `${run} ${at}`,
  });
  try {
    return (await fetch(`${address}/sms/smssync`, { method: 'POST', body })).ok;
  } catch {
    return false;
  }
}

/** Sends at an even pace, whatever the answers take. @returns times in milliseconds, and what was not accepted */
async function pour(address: () => string, run: string): Promise<{ times: number[]; refused: number[] }> {
  const begun = performance.now();
  const times: number[] = [];
  const refused: number[] = [];
  const under = [];
  for (let at = 0; at < perSecond * seconds; at++) {
    const due = begun + (at * 1000) / perSecond - performance.now();
    if (due > 1) await wait(due);
    under.push(
      (async () => {
        let accepted = false;
        const took = await timed(async () => {
          accepted = await deliver(address(), run, at);
        });
        if (accepted) times.push(took);
        else refused.push(at);
      })(),
    );
  }
  await Promise.all(under);
  return { times, refused };
}

const countOf = async (site: Site, run: string) =>
  (
    await askJson<{ total_count: number }>(
      site,
      'admin',
      `/messages?box=inbox&limit=1&q=${encodeURIComponent(`${run} report`)}`,
    )
  ).total_count;

/** @throws when it does not become so within two minutes */
async function untilAllAreIn(site: Site, run: string, wanted: number): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    if ((await countOf(site, run)) === wanted) return;
    await wait(1000);
  }
  throw new Error(`${await countOf(site, run)} of ${wanted} messages are there`);
}

/** Words of their own, so that they are found among all others. */
const runName = (kind: string) => `${kind}${Date.now()}`;

interface Found {
  total_count: number;
  results: { id: number }[];
}

const postsOf = (site: Site, run: string, limit: number) =>
  askJson<Found>(site, 'admin', `/posts?status=all&limit=${limit}&q=${run}`);

/** So that the deployment is of its size again. */
async function removePosts(site: Site, run: string): Promise<void> {
  for (;;) {
    const { results } = await postsOf(site, run, 500);
    if (results.length === 0) return;
    const lane = async () => {
      for (let post = results.pop(); post; post = results.pop())
        await ask(site, 'admin', `/posts/${post.id}`, 'DELETE');
    };
    await Promise.all(Array.from({ length: 8 }, lane));
  }
}

const all = perSecond * seconds;

const accepted: Measure = {
  name: 'incoming text messages, 100 a second for a minute',
  rows: [
    ...latency,
    { what: 'accepted', unit: 'messages' },
    { what: 'posts made meanwhile', unit: 'posts' },
    { what: 'posts made', unit: 'posts' },
    { what: 'until all are posts', unit: 's' },
  ],
  async take(site) {
    const run = runName('even');
    await switchOn(site, true);
    const { times } = await pour(() => site.waypost.address, run);
    const begun = performance.now();
    const meanwhile = await countOf(site, run);
    await untilAllAreIn(site, run, times.length);
    const after = (performance.now() - begun) / 1000;
    const { total_count: posts } = await postsOf(site, run, 1);
    await removePosts(site, run);
    return [...latencyOf(times), times.length, meanwhile, posts, after];
  },
};

/** As a gateway does: what was not accepted is sent again once somebody answers, and some of what was comes once more. */
const survived: Measure = {
  name: 'incoming text messages, the server killed in the middle',
  rows: [
    { what: 'accepted before and after', unit: 'messages' },
    { what: 'posts made', unit: 'posts' },
    { what: 'lost or doubled', unit: 'messages' },
  ],
  async take(site) {
    const run = runName('kill');
    await switchOn(site, true);
    const killed = (async () => {
      await wait((seconds / 2) * 1000);
      await site.waypost.end('SIGKILL');
      site.waypost = await startWaypost(site.deployment.dataDir, {
        VISITORS_PACE: '0',
        VISITORS_PRESSURE: '0',
      });
    })();
    const { refused, times } = await pour(() => site.waypost.address, run);
    await killed;
    for (let at = 0; at < all; at++)
      if ((refused.includes(at) || at % 20 === 0) && !(await deliver(site.waypost.address, run, at)))
        throw new Error('not accepted after the restart');
    await untilAllAreIn(site, run, all);
    const { total_count: posts } = await postsOf(site, run, 1);
    const lost = Math.abs((await countOf(site, run)) - all) + Math.abs(posts - all);
    await removePosts(site, run);
    return [times.length, posts, lost];
  },
};

export const incomingSms: Measure[] = [accepted, survived];
