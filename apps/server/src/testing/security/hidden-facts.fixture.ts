/**
 * Deployments that differ in one fact that outsiders must not learn: the author of a post, its exact time and place,
 * private and internal answers, its sender, unpublished posts, the file name of a picture. Ids, visible texts and
 * days are the same in all of them, so that outsiders must get identical responses.
 */
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { createTestSurvey, type TestSurvey } from '../app/create-test-survey.ts';
import { buildMultipart } from '../app/multipart.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { createAccount, insertRow } from './private-resources.ts';

/** The hidden facts of a deployment. */
export interface Facts {
  author: 'first' | 'second';
  /** The time of day of the report. */
  time: string;
  /** Both places round to the same coordinates. */
  place: { lat: number; lon: number };
  privateAnswer: string;
  /** Which of two contacts sent it. */
  contact: 0 | 1;
  /** The gateway's id of the message. */
  messageId: string;
  /** An answer to an internal task. */
  verdict: string;
  /** Whether the internal task is complete. */
  isChecked: boolean;
  /** The status of a post that outsiders cannot see. */
  unpublished: 'draft' | 'archived' | 'for reviewers';
  unpublishedTitle: string;
  /** Whether there is another draft. */
  hasExtraDraft: boolean;
  /** The original file name of a picture. */
  fileName: string;
  isLocked: boolean;
}

/** The facts of the first deployment. */
export const facts: Facts = {
  author: 'first',
  time: '10:11:12',
  place: { lat: 1.50341, lon: 36.80123 },
  privateAnswer: 'purple',
  contact: 0,
  messageId: 'SM-first',
  verdict: 'true',
  isChecked: true,
  unpublished: 'draft',
  unpublishedTitle: 'Known to the team',
  hasExtraDraft: false,
  fileName: 'house-of-the-first',
  isLocked: true,
};

/** Other values of the facts, used one at a time. */
export const otherFacts: Facts = {
  author: 'second',
  time: '15:16:17',
  place: { lat: 1.49873, lon: 36.79877 },
  privateAnswer: 'orange',
  contact: 1,
  messageId: 'SM-second',
  verdict: 'doubtful',
  isChecked: false,
  unpublished: 'archived',
  unpublishedTitle: 'Kept for later',
  hasExtraDraft: true,
  fileName: 'house-of-the-second',
  isLocked: false,
};

/** The day of the reports. */
export const reportDay = '2019-12-10';
const outsiders = ['passer-by', 'visitor', 'member', 'settings manager', 'exporter'] as const;
/** A caller who must not learn the facts. */
export type Outsider = (typeof outsiders)[number];
export { outsiders };

/** A deployment with its facts. */
export interface Scene extends TestApp {
  survey: TestSurvey;
  openSurvey: TestSurvey;
  /** Ids by name. */
  ids: Readonly<Record<string, number>>;
  /** Bearer tokens; undefined for the passer-by. */
  tokens: ReadonlyMap<Outsider, string>;
  /** Bodies that a webhook for public posts received. */
  delivered: string[];
}

const fields = {
  where: { type: 'point', input: 'location' },
  home: { type: 'point', input: 'location', private: true },
  when: { type: 'datetime', input: 'datetime' },
  phone: { type: 'varchar', private: true },
  words: { type: 'varchar' },
  photo: { type: 'media', input: 'upload' },
  proof: { type: 'media', input: 'upload', private: true },
  verdict: { type: 'varchar', task: 'check' },
} as const;

/** Starts a webhook receiver for the duration of the test. */
async function startWebhookReceiver(): Promise<{ url: string; delivered: string[]; stop: () => void }> {
  const delivered: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      delivered.push(text);
      response.end('thanks');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, delivered, stop: () => server.close() };
}

async function uploadPicture(app: TestApp, token: string, fileName: string): Promise<number> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b6e69' } })
    .png()
    .toBuffer();
  const { payload, headers } = buildMultipart({ caption: 'A bridge' }, { name: `${fileName}.png`, bytes });
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  });
  if (answer.statusCode !== 200) throw new Error(`upload: ${answer.body}`);
  return answer.json<{ id: number }>().id;
}

/** Sets the times of rows and files to those of the facts, since the time of creation would always differ. */
async function setTimes(app: TestApp, time: string, open: { post: number; picture: number }): Promise<void> {
  const at = new Date(`${reportDay}T${time}Z`);
  const openly = new Date(`${reportDay}T08:00:00Z`);
  await sql`update posts set created = ${at}, updated = ${at}, post_date = ${at} where id <> ${open.post}`.execute(
    app.db,
  );
  await sql`update posts set created = ${openly}, updated = ${openly} where id = ${open.post}`.execute(
    app.db,
  );
  await sql`update post_translations set created = ${at}, updated = ${at}`.execute(app.db);
  const { rows } = await sql<{ id: number; file: string; thumbnail: string }>`
    select id, file, thumbnail from media`.execute(app.db);
  for (const { id, file, thumbnail } of rows) {
    const then = id === open.picture ? openly : at;
    await sql`update media set created = ${then}, updated = ${then} where id = ${id}`.execute(app.db);
    for (const name of [file, thumbnail]) await utimes(path.join(app.storageDir, name), then, then);
  }
}

/** Starts a deployment with these facts. */
export async function startScene(sceneFacts: Facts, webDist?: string): Promise<Scene> {
  const receiver = await startWebhookReceiver();
  const app = await startTestApp({ allowedNetworks: ['127.0.0.0/8'], ...(webDist ? { webDist } : {}) });
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => insertRow(app.db, table, row);
  await insert('roles', { name: 'keeper', display_name: 'Keeper', permissions: ['Edit their own posts'] });
  await insert('roles', {
    name: 'exporter',
    display_name: 'Exporter',
    permissions: ['Bulk Data Import and Export'],
  });
  const people = { first: await createAccount(app, 'first'), second: await createAccount(app, 'second') };
  const author = people[sceneFacts.author];
  const exporter = await createAccount(app, 'exporter');
  await sql`update users set role = 'exporter' where id = ${exporter.id}`.execute(app.db);
  const tokens = new Map<Outsider, string>([['exporter', exporter.token]]);
  for (const kind of ['visitor', 'member', 'settings manager'] as const)
    tokens.set(kind, await app.tokenOf(kind));

  const tasks = { check: { internal: true } };
  const hiding = { hide_author: true, hide_location: true, hide_time: true, tasks };
  const survey = await createTestSurvey(app.db, fields, hiding);
  const openSurvey = await createTestSurvey(app.db, fields, { tasks });
  const send = async (
    url: string,
    body: object,
    kind: 'reviewer' | 'admin' | 'settings manager' = 'reviewer',
  ) => {
    const reply = await app.send<Post>(kind, 'POST', url, body);
    if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body.id;
  };
  const tag = await send('/tags', { tag: 'Water', type: 'category' }, 'admin');

  // Subscribers exist before the posts.
  const collection = await send('/collections', { name: 'Bridges', featured: true }, 'admin');
  const search = await send(
    '/savedsearches',
    { name: 'All of them', filter: { form: [survey.id] }, featured: true },
    'admin',
  );
  const subscriber = await app.idOf('member');
  await insert('contacts', {
    user_id: subscriber,
    type: 'email',
    contact: 'subscriber@example.org',
    can_notify: true,
  });
  for (const set_id of [collection, search]) await insert('notifications', { user_id: subscriber, set_id });
  const webhook = await send(
    '/webhooks',
    {
      name: 'For everybody',
      url: receiver.url,
      shared_secret: 'a secret of more than twenty',
      event_type: 'create',
      entity_type: 'post',
      content: 'public',
    },
    'settings manager',
  );

  const contacts: string[] = [];
  for (const contact of ['+254700000001', '+254700000002'])
    contacts.push(await insert('contacts', { type: 'phone', contact }));
  const contact_id = contacts[sceneFacts.contact];
  const photo = await uploadPicture(app, author.token, sceneFacts.fileName);
  const proof = await uploadPicture(app, author.token, sceneFacts.fileName);
  const shown = await uploadPicture(app, await app.tokenOf('admin'), 'shown-to-all');
  const unseen = await uploadPicture(app, author.token, sceneFacts.fileName);

  const answers = (testSurvey: TestSurvey, pictures: object) => ({
    [testSurvey.keyOf('where')]: [sceneFacts.place],
    [testSurvey.keyOf('home')]: [sceneFacts.place],
    [testSurvey.keyOf('when')]: [`${reportDay} ${sceneFacts.time}`],
    [testSurvey.keyOf('phone')]: [sceneFacts.privateAnswer],
    [testSurvey.keyOf('words')]: ['Water over the deck'],
    ...pictures,
  });
  /** Sent by its author with their pictures; the team adds what only the team may set. */
  const report = async (
    token: string,
    testSurvey: TestSurvey,
    body: { values: object; status: string } & Record<string, unknown>,
    more = {},
  ) => {
    const initial = body.status === 'published' && Object.keys(more).length === 0 ? 'published' : 'draft';
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/api/v3/posts',
      headers: { authorization: `Bearer ${token}` },
      payload: { ...body, form: testSurvey.id, status: initial },
    });
    if (answer.statusCode !== 200) throw new Error(`report: ${answer.body}`);
    const { id } = answer.json<Post>();
    const saved = await app.send('reviewer', 'PUT', `/posts/${id}`, {
      status: body.status,
      values: { ...body.values, [testSurvey.keyOf('verdict')]: [sceneFacts.verdict] },
      completed_stages: sceneFacts.isChecked ? [testSurvey.tasks['check']] : [],
      ...more,
    });
    if (saved.status !== 200) throw new Error(`report: ${JSON.stringify(saved.body)}`);
    return id;
  };
  const post_date = `${reportDay}T${sceneFacts.time}Z`;
  const hidden = await report(author.token, survey, {
    status: 'published',
    post_date,
    title: 'A bridge is gone',
    content: 'Between two towns',
    values: answers(survey, { [survey.keyOf('photo')]: [photo], [survey.keyOf('proof')]: [proof] }),
    tags: [tag],
  });
  const ofAuthor = { status: 'published', user: Number(author.id), post_date };
  const loose = await send('/posts', { ...ofAuthor, title: 'Without a survey', content: 'As it came' });
  // Its survey hides only private answers, so that everything else in it is the same in all deployments.
  const open = await report(await app.tokenOf('admin'), openSurvey, {
    status: 'published',
    post_date: `${reportDay}T08:00:00Z`,
    title: 'An open report',
    values: {
      ...answers(openSurvey, { [openSurvey.keyOf('photo')]: [shown] }),
      [openSurvey.keyOf('where')]: [{ lat: 2.5, lon: 37.5 }],
      [openSurvey.keyOf('when')]: [`${reportDay} 08:00:00`],
    },
  });
  // Is shown with the open report, where its facts stay hidden.
  const merged = await report(author.token, survey, {
    status: 'published',
    post_date,
    title: 'The same as the open report',
    content: 'Seen from the other side',
    values: answers(survey, {}),
  });
  const values = {
    ...answers(survey, { [survey.keyOf('photo')]: [unseen] }),
    [survey.keyOf('words')]: [sceneFacts.unpublishedTitle],
  };
  // Was never published, not even temporarily.
  const unpublished = await report(
    author.token,
    survey,
    {
      status: sceneFacts.unpublished === 'for reviewers' ? 'published' : sceneFacts.unpublished,
      post_date,
      title: sceneFacts.unpublishedTitle,
      values,
    },
    sceneFacts.unpublished === 'for reviewers' ? { published_to: ['reviewer'] } : {},
  );
  const translation = await send(`/posts/${hidden}/translations`, {
    locale: 'fr',
    title: 'Un pont a disparu',
  });
  for (const id of [hidden, open, unpublished])
    await send(`/collections/${collection}/posts`, { id }, 'admin');
  const extraDraftId = unpublished + 1;
  if (sceneFacts.hasExtraDraft)
    await send('/posts', {
      ...ofAuthor,
      status: 'draft',
      form: survey.id,
      title: 'One more',
      values: answers(survey, {}),
    });

  const message = await insert('messages', {
    direction: 'incoming',
    type: 'sms',
    status: 'received',
    message: 'A bridge is gone',
    contact_id,
    post_id: hidden,
    data_source_message_id: sceneFacts.messageId,
  });
  await sql`update posts set source = 'sms', contact_id = ${contact_id}, message_id = ${message},
    data_source_message_id = ${sceneFacts.messageId} where id in (${hidden}, ${loose}, ${merged}, ${unpublished})`.execute(
    app.db,
  );
  await send(`/posts/${open}/merged`, { post_ids: [merged] });
  await sql`update post_translations set user_id = ${author.id} where id = ${translation}`.execute(app.db);
  await setTimes(app, sceneFacts.time, { post: open, picture: shown });
  await sql`select mask_posts(array(select id from posts))`.execute(app.db);
  if (sceneFacts.isLocked) await app.send('reviewer', 'PUT', `/posts/${hidden}/lock`, {});
  await app.jobs.runPending({ includeScheduled: true });
  return {
    ...app,
    survey,
    openSurvey,
    tokens,
    delivered: receiver.delivered,
    ids: {
      hidden,
      loose,
      open,
      merged,
      unpublished,
      extraDraft: extraDraftId,
      photo,
      proof,
      shown,
      unseen,
      translation,
      collection,
      search,
      tag,
      webhook,
      first: Number(people.first.id),
      second: Number(people.second.id),
      subscriber,
      firstContact: Number(contacts[0]),
      secondContact: Number(contacts[1]),
      message: Number(message),
    },
    async close() {
      receiver.stop();
      await app.close();
    },
  };
}
