/**
 * Deployments that differ in one fact that outsiders must not learn: the author of a post, its exact time and place,
 * private and internal answers, its sender, unpublished posts, the file name of a picture. Ids, visible texts and
 * days are the same in all of them, so that outsiders must get identical responses.
 */
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import type { AreaSet } from '@waypost/contract/areas/areas';
import { permissions } from '@waypost/contract/common/permissions';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { createTestSurvey, type TestSurvey } from '../app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { drawStripes, uploadPicture } from './hidden-pictures.fixture.ts';
import { publishMaskedReports } from './masked-reports.fixture.ts';
import { createAccount, insertRow } from './private-resources.ts';
import { startWebhookReceiver } from './webhook-receiver.fixture.ts';

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
  /** The number of the first of them. */
  number: string;
  /** The gateway's id of the message. */
  messageId: string;
  /** An answer to an internal task. */
  verdict: string;
  /** Whether the internal task is complete. */
  isChecked: boolean;
  /** The status of a post that outsiders cannot see. One that is waiting is published, and becomes public after the survey's delay. */
  unpublished: 'draft' | 'archived' | 'for reviewers' | 'waiting';
  unpublishedTitle: string;
  /** Whether there is another draft. */
  hasExtraDraft: boolean;
  /** The original file name of a picture. */
  fileName: string;
  /** Which way the stripes of a picture go whose original the survey keeps; the team has covered all of it. */
  original: 'vertical' | 'horizontal';
  isLocked: boolean;
}

/** The facts of the first deployment. */
export const facts: Facts = {
  author: 'first',
  time: '10:11:12',
  place: { lat: 1.50341, lon: 36.80123 },
  privateAnswer: 'purple',
  contact: 0,
  number: '+254700000001',
  messageId: 'SM-first',
  verdict: 'true',
  isChecked: true,
  unpublished: 'draft',
  unpublishedTitle: 'Known to the team',
  hasExtraDraft: false,
  fileName: 'house-of-the-first',
  original: 'vertical',
  isLocked: true,
};

/** Other values of the facts, used one at a time. */
export const otherFacts: Facts = {
  author: 'second',
  time: '15:16:17',
  place: { lat: 1.49873, lon: 36.79877 },
  privateAnswer: 'orange',
  contact: 1,
  number: '+254700000009',
  messageId: 'SM-second',
  verdict: 'doubtful',
  isChecked: false,
  unpublished: 'archived',
  unpublishedTitle: 'Kept for later',
  hasExtraDraft: true,
  fileName: 'house-of-the-second',
  original: 'horizontal',
  isLocked: false,
};

/** The day of the reports. */
export const reportDay = '2019-12-10';
const outsiders = ['passer-by', 'visitor', 'member', 'settings manager', 'exporter'] as const;
/** A caller who must not learn the facts. */
export type Outsider = (typeof outsiders)[number];
/** A member of the team with many permissions, but not View personal data: must not learn who sent the reports. */
export const teamMember = 'team member without personal data';
/** Somebody whose responses are compared. */
export type ComparedCaller = Outsider | typeof teamMember;
export { outsiders };

/** A deployment with its facts. */
export interface Scene extends TestApp {
  survey: TestSurvey;
  openSurvey: TestSurvey;
  /** Ids of areas: around each of the places of the facts alone, and around what is shown of both. */
  areas: number[];
  /** Ids by name. */
  ids: Readonly<Record<string, number>>;
  /** Bearer tokens; undefined for the passer-by. */
  tokens: ReadonlyMap<ComparedCaller, string>;
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

/** Areas that contain one of the two places and not the shown one, and one that contains all three. */
async function createAreas(app: TestApp): Promise<number[]> {
  const set = await app.send<AreaSet>('admin', 'POST', '/area-sets', { name: 'Blocks', level: 1 });
  const boxes = [facts.place, otherFacts.place, { lat: 1.5, lon: 36.8 }].map(({ lat, lon }, at) => {
    const half = at === 2 ? 0.05 : 0.001;
    const corner = (x: number, y: number) => [lon + x * half, lat + y * half];
    return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  });
  const response = await app.send('admin', 'POST', `/area-sets/${set.body.id}/areas`, {
    areas: boxes.map((box, at) => ({
      name: `Block ${at}`,
      geometry: { type: 'Polygon', coordinates: [box] },
    })),
  });
  if (response.status !== 200) throw new Error(`areas: ${JSON.stringify(response.body)}`);
  const { rows } = await sql<{ id: number }>`select id from areas order by id`.execute(app.db);
  return rows.map(({ id }) => id);
}

/** Starts a deployment with these facts. */
export async function startScene(sceneFacts: Facts, webDist?: string): Promise<Scene> {
  const receiver = await startWebhookReceiver();
  const app = await startTestApp({ allowedNetworks: ['127.0.0.0/8'], ...(webDist ? { webDist } : {}) });
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => insertRow(app.db, table, row);
  const roles: Record<string, readonly string[]> = {
    keeper: ['Edit their own posts'],
    exporter: ['Bulk Data Import and Export'],
    team: permissions.filter((it) => it !== 'View personal data' && it !== 'Manage Users'),
  };
  for (const [name, rights] of Object.entries(roles))
    await insert('roles', { name, display_name: name, permissions: rights });
  const people = { first: await createAccount(app, 'first'), second: await createAccount(app, 'second') };
  const author = people[sceneFacts.author];
  const otherAuthor = people[sceneFacts.author === 'first' ? 'second' : 'first'];
  const [exporter, member] = [await createAccount(app, 'exporter'), await createAccount(app, 'team')];
  await sql`update users set role = realname where realname in ('exporter', 'team')`.execute(app.db);
  const tokens = new Map<ComparedCaller, string>([['exporter', exporter.token]]);
  tokens.set(teamMember, member.token);
  for (const kind of ['visitor', 'member', 'settings manager'] as const)
    tokens.set(kind, await app.tokenOf(kind));

  const tasks = { check: { internal: true } };
  const hiding = { hide_author: true, hide_location: true, hide_time: true, tasks };
  const survey = await createTestSurvey(app.db, fields, { ...hiding, keep_originals: true });
  const openSurvey = await createTestSurvey(app.db, fields, { tasks });
  const delayingSurvey = await createTestSurvey(app.db, fields, { ...hiding, publication_delay_hours: 48 });
  const send = async (
    url: string,
    body: object,
    kind: 'reviewer' | 'admin' | 'settings manager' = 'reviewer',
  ) => {
    const reply = await app.send<Post>(kind, 'POST', url, body);
    if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body.id;
  };
  const areas = await createAreas(app);
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
  for (const contact of [sceneFacts.number, '+254700000002'])
    contacts.push(await insert('contacts', { type: 'phone', contact }));
  const contact_id = contacts[sceneFacts.contact];
  const photo = await uploadPicture(app, author.token, sceneFacts.fileName, drawStripes(sceneFacts.original));
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
  const maskedIds = await publishMaskedReports(app, [author, otherAuthor], sceneFacts.place);
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
  const everything = { shape: 'box', style: 'black', x: 0, y: 0, width: 1, height: 1 };
  await send(`/media/${photo}/cover`, { covers: [everything] });
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
    ...answers(delayingSurvey, { [delayingSurvey.keyOf('photo')]: [unseen] }),
    [delayingSurvey.keyOf('words')]: [sceneFacts.unpublishedTitle],
  };
  // Was never published, not even temporarily.
  const unpublished = await report(
    author.token,
    delayingSurvey,
    {
      status: ['for reviewers', 'waiting'].includes(sceneFacts.unpublished)
        ? 'published'
        : sceneFacts.unpublished,
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
  // Otherwise its delay would be over.
  await sql`update posts set created = now() where id = ${unpublished}`.execute(app.db);
  await sql`select mask_posts(array(select id from posts))`.execute(app.db);
  if (sceneFacts.isLocked) await app.send('reviewer', 'PUT', `/posts/${hidden}/lock`, {});
  await app.jobs.runPending({ includeScheduled: true });
  // Which words are common is read from the statistics, which are updated in the background.
  await sql`analyze`.execute(app.db);
  return {
    ...app,
    survey,
    openSurvey,
    areas,
    tokens,
    delivered: receiver.delivered,
    ids: {
      ...maskedIds,
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
