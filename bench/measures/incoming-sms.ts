/**
 * SMS from a gateway, 100 a second for a minute, with the server killed in the middle: response times, and whether each
 * accepted message became a post.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startWaypost } from '../../e2e/support/waypost.ts';
import { latencyRows, latencyValues, type Measure, timeMs } from '../measure.ts';
import { request, requestJson, type Site } from '../site.ts';

const [messagesPerSecond, seconds] = [100, 60];
const secret = 'a secret of the benchmark';

const setGatewayEnabled = (site: Site, isOn: boolean) =>
  request(site, 'admin', '/config/data-provider', 'PUT', {
    providers: { smssync: isOn },
    smssync: { secret },
  });

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

/** Sends at a constant rate. @returns times in milliseconds, and messages that were not accepted */
async function sendAtRate(
  address: () => string,
  run: string,
): Promise<{ times: number[]; refused: number[] }> {
  const begun = performance.now();
  const times: number[] = [];
  const refused: number[] = [];
  const pending = [];
  for (let at = 0; at < messagesPerSecond * seconds; at++) {
    const due = begun + (at * 1000) / messagesPerSecond - performance.now();
    if (due > 1) await wait(due);
    pending.push(
      (async () => {
        let accepted = false;
        const took = await timeMs(async () => {
          accepted = await deliver(address(), run, at);
        });
        if (accepted) times.push(took);
        else refused.push(at);
      })(),
    );
  }
  await Promise.all(pending);
  return { times, refused };
}

const countMessages = async (site: Site, run: string) =>
  (
    await requestJson<{ total_count: number }>(
      site,
      'admin',
      `/messages?box=inbox&limit=1&q=${encodeURIComponent(`${run} report`)}`,
    )
  ).total_count;

/** @throws after two minutes */
async function waitForMessages(site: Site, run: string, wanted: number): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    if ((await countMessages(site, run)) === wanted) return;
    await wait(1000);
  }
  throw new Error(`${await countMessages(site, run)} of ${wanted} messages are stored`);
}

/** Unique texts, to find them among all posts. */
const runName = (kind: string) => `${kind}${Date.now()}`;

interface FoundPosts {
  total_count: number;
  results: { id: number }[];
}

const findPosts = (site: Site, run: string, limit: number) =>
  requestJson<FoundPosts>(site, 'admin', `/posts?status=all&limit=${limit}&q=${run}`);

/** Restores the size of the deployment. */
async function removePosts(site: Site, run: string): Promise<void> {
  for (;;) {
    const { results } = await findPosts(site, run, 500);
    if (results.length === 0) return;
    const worker = async () => {
      for (let post = results.pop(); post; post = results.pop())
        await request(site, 'admin', `/posts/${post.id}`, 'DELETE');
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  }
}

const messageCount = messagesPerSecond * seconds;

const steadyLoad: Measure = {
  name: 'incoming text messages, 100 a second for a minute',
  rows: [
    ...latencyRows,
    { label: 'accepted', unit: 'messages' },
    { label: 'posts created under load', unit: 'posts' },
    { label: 'posts created', unit: 'posts' },
    { label: 'until all posts are created', unit: 's' },
  ],
  async runOnce(site) {
    const run = runName('even');
    await setGatewayEnabled(site, true);
    const { times } = await sendAtRate(() => site.waypost.baseUrl, run);
    const begun = performance.now();
    const meanwhile = await countMessages(site, run);
    await waitForMessages(site, run, times.length);
    const after = (performance.now() - begun) / 1000;
    const { total_count: posts } = await findPosts(site, run, 1);
    await removePosts(site, run);
    return [...latencyValues(times), times.length, meanwhile, posts, after];
  },
};

/** Like a gateway: repeats messages that were not accepted, and some that were. */
const killedInTheMiddle: Measure = {
  name: 'incoming text messages, the server killed in the middle',
  rows: [
    { label: 'accepted before and after', unit: 'messages' },
    { label: 'posts created', unit: 'posts' },
    { label: 'lost or duplicated', unit: 'messages' },
  ],
  async runOnce(site) {
    const run = runName('kill');
    await setGatewayEnabled(site, true);
    const killed = (async () => {
      await wait((seconds / 2) * 1000);
      await site.waypost.end('SIGKILL');
      site.waypost = await startWaypost(site.deployment.dataDir, {
        VISITORS_PACE: '0',
        VISITORS_PRESSURE: '0',
      });
    })();
    const { refused, times } = await sendAtRate(() => site.waypost.baseUrl, run);
    await killed;
    for (let at = 0; at < messageCount; at++)
      if ((refused.includes(at) || at % 20 === 0) && !(await deliver(site.waypost.baseUrl, run, at)))
        throw new Error('not accepted after the restart');
    await waitForMessages(site, run, messageCount);
    const { total_count: posts } = await findPosts(site, run, 1);
    const lost = Math.abs((await countMessages(site, run)) - messageCount) + Math.abs(posts - messageCount);
    await removePosts(site, run);
    return [times.length, posts, lost];
  },
};

export const incomingSms: Measure[] = [steadyLoad, killedInTheMiddle];
