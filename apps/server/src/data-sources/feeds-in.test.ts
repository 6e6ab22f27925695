import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DataProvider } from '@waypost/contract/data-sources';
import type { Message } from '@waypost/contract/messages';
import type { Post } from '@waypost/contract/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db.ts';
import { aSurvey, type MadeSurvey } from '../testing/a-survey.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { keysOfX, type SocialServer, startSocialServer, tokenOfMastodon } from '../testing/social-server.ts';
import { pollSources } from './poll-sources.ts';

let it: Deployment;
let social: SocialServer;
let survey: MadeSurvey;
beforeAll(async () => {
  social = await startSocialServer();
  it = await startDeployment({ outgoingAllowed: ['127.0.0.0/8'] });
  survey = await aSurvey(it.db, {
    headline: { type: 'varchar', input: 'text' },
    where: { type: 'point', input: 'location' },
  });
  const body = {
    providers: { twitter: true, mastodon: true, rss: true },
    twitter: { ...keysOfX, twitter_search_terms: 'flood', url: social.address },
    mastodon: { url: social.address, search_terms: '#flood', access_token: tokenOfMastodon },
    rss: {
      feed_urls: `${social.address}/news`,
      form_id: survey.id,
      inbound_fields: { Title: `values.${survey.key('headline')}`, Location: survey.key('where') },
    },
  };
  expect((await it.send('settings manager', 'PUT', '/config/data-provider', body)).status).toBe(200);
});
afterAll(async () => {
  await it.close();
  await social.close();
});

async function fetchFeeds(): Promise<void> {
  // As if the pauses between two looks had passed.
  await sql`update data_sources set state = jsonb_set(state, array['feeds', ${`${social.address}/news`}, 'due'], '0')
    where id = 'rss' and state is not null`.execute(it.db);
  await inTransaction(it.db, 'writes', (tx) => it.jobs.add(tx, pollSources, {}));
  await it.jobs.workOff();
}
const posts = async (): Promise<Post[]> =>
  (
    await it.send<{ results: Post[] }>(
      'reviewer',
      'GET',
      '/posts?status=all&source=twitter&orderby=id&order=asc',
    )
  ).body.results;

test('what is found in feeds becomes posts of the social kind, each once', async () => {
  social.x.push({ id: '1200000000000000001', text: 'Flood', username: 'omar' });
  social.toots.push({ id: '9', content: '<p>The bridge is gone</p>', tags: ['flood'], acct: 'zara' });
  social.feeds.set('/news', {
    body: `<rss version="2.0" xmlns:georss="http://www.georss.org/georss"><channel><title>N</title><item><title>Rain</title>
      <guid>https://news.example.org/1</guid><link>https://news.example.org/1</link><description>Much of it</description>
      <georss:point>45.5 -71.25</georss:point></item></channel></rss>`,
  });
  await fetchFeeds();
  const found = await posts();
  const byText = (text: string) => found.find(({ content }) => content?.includes(text));
  expect(found).toHaveLength(3);
  expect(byText('twitter.com')).toMatchObject({
    content: 'https://twitter.com/statuses/1200000000000000001',
    data_source_message_id: '1200000000000000001',
    source: 'twitter',
    status: 'draft',
    form: null,
  });
  expect(byText('bridge')).toMatchObject({ source: 'twitter', status: 'draft' });
  const entry = byText('Much of it');
  expect(entry).toMatchObject({
    title: 'Rain',
    content: 'Much of it\n\nhttps://news.example.org/1',
    form: { id: survey.id },
    values: { [survey.key('headline')]: ['Rain'], [survey.key('where')]: [{ lat: 45.5, lon: -71.25 }] },
  });
  const messages = await it.send<{ results: Message[] }>('reviewer', 'GET', '/messages?type=twitter');
  expect(
    messages.body.results
      .map(({ data_source, contact }) => [data_source, contact])
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['mastodon', `zara@${new URL(social.address).host}`],
    ['rss', new URL(social.address).host],
    ['twitter', 'omar'],
  ]);
  await fetchFeeds();
  await fetchFeeds();
  expect(await posts()).toHaveLength(3);
  // Even when nobody remembers where to go on.
  await sql`update data_sources set state = null`.execute(it.db);
  await fetchFeeds();
  expect(await posts()).toHaveLength(3);
});

test('existing clients are shown the six that they know; who asks is shown all', async () => {
  const idsOf = async (query: string) =>
    (
      await it.send<{ results: DataProvider[] }>('settings manager', 'GET', `/dataproviders${query}`)
    ).body.results.map(({ id }) => id);
  const six = ['email', 'frontlinesms', 'nexmo', 'smssync', 'twilio', 'twitter'];
  expect((await idsOf('')).sort()).toEqual(six);
  expect(await idsOf('?type=twitter')).toEqual(['twitter']);
  expect((await idsOf('?all=true')).sort()).toEqual([...six, 'mastodon', 'outgoingemail', 'rss'].sort());
  expect((await it.send('settings manager', 'GET', '/dataproviders/rss')).status).toBe(200);
});

test('a source that is still being asked is not asked beside it', async () => {
  const asked: ServerResponse[] = [];
  const slow = createServer((_request, response) => asked.push(response));
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const feed = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/slow`;
  const body = {
    providers: { twitter: false, mastodon: false, rss: true },
    rss: { feed_urls: feed, form_id: null, inbound_fields: {} },
  };
  expect((await it.send('settings manager', 'PUT', '/config/data-provider', body)).status).toBe(200);
  const first = fetchFeeds();
  await expect.poll(() => asked.length).toBe(1);
  const again = once(slow, 'request');
  const second = fetchFeeds();
  await Promise.race([second, again]);
  expect(asked).toHaveLength(1);
  for (const response of asked) response.end();
  await Promise.all([first, second]);
  slow.close();
});
