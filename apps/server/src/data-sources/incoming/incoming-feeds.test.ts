import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { providerIds } from '@waypost/contract/data-sources/data-providers';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import type { Message } from '@waypost/contract/messages/messages';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import {
  mastodonToken,
  type SocialServer,
  startSocialServer,
  xCredentials,
} from '../../testing/servers/social-server.ts';
import { pollSources } from './poll-sources.ts';

let app: TestApp;
let social: SocialServer;
let survey: TestSurvey;
beforeAll(async () => {
  social = await startSocialServer();
  app = await startTestApp({ allowedNetworks: ['127.0.0.0/8'] });
  survey = await createTestSurvey(app.db, {
    headline: { type: 'varchar', input: 'text' },
    where: { type: 'point', input: 'location' },
  });
  const body = {
    providers: { twitter: true, mastodon: true, rss: true },
    twitter: { ...xCredentials, twitter_search_terms: 'flood', url: social.url },
    mastodon: { url: social.url, search_terms: '#flood', access_token: mastodonToken },
    rss: {
      feed_urls: `${social.url}/news`,
      form_id: survey.id,
      inbound_fields: { Title: `values.${survey.keyOf('headline')}`, Location: survey.keyOf('where') },
    },
  };
  expect((await app.send('settings manager', 'PUT', '/config/data-provider', body)).status).toBe(200);
});
afterAll(async () => {
  await app.close();
  await social.close();
});

async function fetchFeeds(): Promise<void> {
  // As if the poll interval had passed.
  await sql`update data_sources set state = jsonb_set(state, array['feeds', ${`${social.url}/news`}, 'due'], '0')
    where id = 'rss' and state is not null`.execute(app.db);
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, pollSources, {}));
  await app.jobs.runPending();
}
const listPosts = async (): Promise<Post[]> =>
  (
    await app.send<{ results: Post[] }>(
      'reviewer',
      'GET',
      '/posts?status=all&source=twitter&orderby=id&order=asc',
    )
  ).body.results;

test('entries of feeds become posts with the source twitter, each once', async () => {
  social.xPosts.push({ id: '1200000000000000001', text: 'Flood', username: 'omar' });
  social.toots.push({ id: '9', content: '<p>The bridge is gone</p>', tags: ['flood'], acct: 'zara' });
  social.feeds.set('/news', {
    body: `<rss version="2.0" xmlns:georss="http://www.georss.org/georss"><channel><title>N</title><item><title>Rain</title>
      <guid>https://news.example.org/1</guid><link>https://news.example.org/1</link><description>Much of it</description>
      <georss:point>45.5 -71.25</georss:point></item></channel></rss>`,
  });
  await fetchFeeds();
  const posts = await listPosts();
  const byText = (text: string) => posts.find(({ content }) => content?.includes(text));
  expect(posts).toHaveLength(3);
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
    values: { [survey.keyOf('headline')]: ['Rain'], [survey.keyOf('where')]: [{ lat: 45.5, lon: -71.25 }] },
  });
  const messages = await app.send<{ results: Message[] }>('reviewer', 'GET', '/messages?type=twitter');
  expect(
    messages.body.results
      .map(({ data_source, contact }) => [data_source, contact])
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['mastodon', `zara@${new URL(social.url).host}`],
    ['rss', new URL(social.url).host],
    ['twitter', 'omar'],
  ]);
  await fetchFeeds();
  await fetchFeeds();
  expect(await listPosts()).toHaveLength(3);
  // Also when the poll state is lost.
  await sql`update data_sources set state = null`.execute(app.db);
  await fetchFeeds();
  expect(await listPosts()).toHaveLength(3);
});

test('existing clients get the six known providers; all=true lists all', async () => {
  const idsOf = async (query: string) =>
    (
      await app.send<{ results: DataProvider[] }>('settings manager', 'GET', `/dataproviders${query}`)
    ).body.results.map(({ id }) => id);
  const six = ['email', 'frontlinesms', 'nexmo', 'smssync', 'twilio', 'twitter'];
  expect((await idsOf('')).sort()).toEqual(six);
  expect(await idsOf('?type=twitter')).toEqual(['twitter']);
  expect((await idsOf('?all=true')).sort()).toEqual(providerIds.toSorted());
  expect((await app.send('settings manager', 'GET', '/dataproviders/rss')).status).toBe(200);
});

test('a source whose poll is still running is not polled again', async () => {
  const pendingResponses: ServerResponse[] = [];
  const slow = createServer((_request, response) => pendingResponses.push(response));
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const feed = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/slow`;
  const body = {
    providers: { twitter: false, mastodon: false, rss: true },
    rss: { feed_urls: feed, form_id: null, inbound_fields: {} },
  };
  expect((await app.send('settings manager', 'PUT', '/config/data-provider', body)).status).toBe(200);
  const first = fetchFeeds();
  await expect.poll(() => pendingResponses.length).toBe(1);
  const again = once(slow, 'request');
  const second = fetchFeeds();
  await Promise.race([second, again]);
  expect(pendingResponses).toHaveLength(1);
  for (const response of pendingResponses) response.end();
  await Promise.all([first, second]);
  slow.close();
});
