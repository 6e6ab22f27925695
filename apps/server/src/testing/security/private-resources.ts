/**
 * One private entity of each kind, and two users with the same role: the owner and a peer. All texts contain one word
 * that nobody else may read.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { issueToken } from '../../users/authentication/tokens.ts';
import { createTestSurvey } from '../app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';

/** Part of every private text, address and name. */
export const secretWord = 'quokkafish';

/** Ids by path parameter; `{id}` is looked up by the path segment before it. */
export type ResourceIds = Readonly<Record<string, string>>;

const toJson = JSON.stringify;

/** Inserts a row and returns its id. */
export async function insertRow(
  db: Db,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string> {
  const columns = Object.keys(row).map((name) => sql.ref(name));
  const values = Object.values(row).map((value) => sql`${value}`);
  const { rows } = await sql<{ id: unknown }>`
    insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)}) returning id`.execute(
    db,
  );
  return String(rows[0]?.id);
}

/** The private entities and their callers. */
export interface PrivateResources {
  ids: ResourceIds;
  /** Tokens of the owner, and of a user with the same role. */
  owner: string;
  peer: string;
}

/** Creates an account and returns its id and token. */
export async function createAccount(
  app: TestApp,
  name: string,
): Promise<{ id: string; token: string; session: string }> {
  const email = `${name}@things.example.org`;
  const id = await insertRow(app.db, 'users', { email, realname: name, role: 'keeper', password_hash: '' });
  const session = await insertRow(app.db, 'sessions', { user_id: id, client: webClient.id });
  const holder = { userId: Number(id), session: Number(session), client: webClient.id, scopes: ['*'] };
  const token = await inTransaction(app.db, 'writes', (tx) => issueToken(tx, 'access', holder));
  return { id, token, session };
}

/** Creates the entities. Owner and peer may edit their own posts, import and export. */
export async function createPrivateResources(app: TestApp): Promise<PrivateResources> {
  const { db } = app;
  const permissions = ['Edit their own posts', 'Bulk Data Import and Export'];
  const roles = await insertRow(db, 'roles', { name: 'keeper', display_name: 'Keeper', permissions });
  const [owner, peer] = [await createAccount(app, 'owner'), await createAccount(app, 'peer')];
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => insertRow(db, table, row);
  const mine = { user_id: owner.id };

  const survey = await createTestSurvey(
    db,
    { words: { type: 'varchar' }, where: { type: 'point', input: 'location' } },
    { keep_originals: true },
  );
  const asOwner = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const headers = { authorization: `Bearer ${owner.token}` };
    const response = await app.fastify.inject({ method, url: `/api/v3${url}`, headers, payload });
    return response.json<{ id: number }>();
  };
  const values = { [survey.keyOf('words')]: [secretWord], [survey.keyOf('where')]: [{ lat: 1.5, lon: 2.5 }] };
  const form = { form: survey.id, title: secretWord, content: secretWord, status: 'draft', values };
  const post = String((await asOwner('POST', '/posts', form)).id);
  await asOwner('PUT', `/posts/${post}`, { title: `${secretWord} again` });
  const translated = { locale: 'sw', title: `${secretWord} daraja`, content: secretWord };
  const translation = String((await asOwner('POST', `/posts/${post}/translations`, translated)).id);
  const lock = String((await asOwner('PUT', `/posts/${post}/lock`, {})).id);
  const [task = 0] = Object.values(survey.tasks);
  const { rows } = await sql<{
    id: number;
  }>`select id from attributes where task_id = ${task} order by id`.execute(db);

  const verification = await insert('post_verifications', {
    post_id: post,
    status: 'false',
    note: secretWord,
  });
  await sql`insert into receipts (post_id, key_hash) values (${post}, '\\x00')`.execute(db);
  await sql`insert into receipt_messages (post_id, from_team, message) values (${post}, false, ${secretWord})`.execute(
    db,
  );
  const note = await insert('post_notes', { post_id: post, content: secretWord });
  const contact = await insert('contacts', { ...mine, type: 'email', contact: `${secretWord}@example.org` });
  const ofMessage = { direction: 'incoming', type: 'email', status: 'received', message: secretWord };
  const messages = await insert('messages', { ...ofMessage, contact_id: contact, post_id: post });
  const media = await insert('media', {
    ...mine,
    mime: 'image/png',
    size: 1,
    width: 1,
    height: 1,
    caption: secretWord,
    file: `${secretWord}.png`,
    thumbnail: `${secretWord}.webp`,
    post_id: post,
    kept_original: `${secretWord}-original.png`,
  });
  await sql`insert into post_media (media_id, post_id, shown) values (${media}, ${post}, false)`.execute(
    app.db,
  );
  await mkdir(app.storageDir, { recursive: true });
  await writeFile(path.join(app.storageDir, `${secretWord}-original.png`), secretWord);
  const uploads = await insert('uploads', { ...mine, id: 'ab'.repeat(16), name: secretWord, size: 9 });
  const ofSet = { ...mine, name: secretWord, role: ['keepers only'] };
  const collections = await insert('sets', { ...ofSet, kind: 'collection' });
  const savedsearches = await insert('sets', {
    ...ofSet,
    kind: 'savedsearch',
    filter: toJson({ q: secretWord }),
  });
  await sql`insert into set_posts (set_id, post_id) values (${collections}, ${post})`.execute(db);
  const followed = await insert('sets', { ...ofSet, kind: 'collection' });
  const notifications = await insert('notifications', { ...mine, set_id: followed });
  const tags = await insert('categories', { tag: secretWord, slug: secretWord, role: ['nobody'] });
  const ofExport = { include_hxl: false, send_to_browser: false, send_to_hdx: true, hxl_choices: '[]' };
  const exports = await insert('export_jobs', {
    ...mine,
    ...ofExport,
    format: 'csv',
    fields: [],
    filters: toJson({ q: secretWord }),
    status: 'SUCCESS',
    file: `csv/${secretWord}.csv`,
  });
  const csv = await insert('imports', {
    ...mine,
    name: secretWord,
    mime: 'text/csv',
    size: 1,
    columns: [secretWord],
    maps_to: null,
  });
  const config_value = secretWord;
  const settings = await insert('user_settings', { ...mine, config_key: 'colour', config_value });
  const tos = await insert('tos', { ...mine, tos_version_date: '2026-01-01' });
  const invitations = await insert('invitations', {
    ...mine,
    hash: Buffer.from(secretWord),
    role: 'user',
    email: `${secretWord}@example.org`,
    max_uses: 1,
    expires: new Date(Date.now() + 86_400_000),
  });
  const webhooks = await insert('webhooks', {
    ...mine,
    name: secretWord,
    url: `https://${secretWord}.example.org/`,
    secret: secretWord,
    event: 'create',
  });
  const rule = await insert('urgency_rules', {
    kind: 'area',
    weight: 1,
    name: secretWord,
    lat: 0,
    lon: 0,
    radius_km: 1,
  });
  const delivery = await insert('webhook_deliveries', {
    webhook_id: webhooks,
    event: 'create',
    post_id: post,
    state: 'failed',
    response: secretWord,
  });
  const layers = await insert('layers', {
    name: secretWord,
    data_url: `https://${secretWord}.example.org/`,
    type: 'geojson',
    active: false,
    visible_by_default: false,
  });
  await writeFile(path.join(app.storageDir, `${secretWord}.pmtiles`), secretWord.slice(0, 5));
  const mapArchives = await insert('map_archives', {
    name: secretWord,
    source: 'address',
    origin: `https://${secretWord}.example.org/a.pmtiles`,
    state: 'ready',
    size: 5,
    file: `${secretWord}.pmtiles`,
    hash: secretWord,
    schema: 'protomaps',
    bounds: [0, 0, 1, 1],
    min_zoom: 0,
    max_zoom: 14,
    active: false,
    position: 0,
  });
  const areaSets = await insert('area_sets', { name: secretWord, level: 1 });
  const areas = await insert('areas', { set_id: areaSets, name: secretWord, outline: '[]' });
  const cleanups = await insert('cleanups', mine);
  const bulkChanges = await insert('bulk_changes', { ...mine, action: 'set-status', status: 'published' });
  const applications = await insert('template_applications', { title: secretWord, parts: '[]' });
  const apikeys = await insert('api_keys', {
    hash: Buffer.from(secretWord),
    last_characters: secretWord.slice(-4),
  });
  return {
    owner: owner.token,
    peer: peer.token,
    ids: {
      posts: post,
      postId: post,
      revisionId: '1',
      translationId: translation,
      lockId: lock,
      noteId: note,
      verificationId: verification,
      ruleId: rule,
      messages,
      forms: String(survey.id),
      taskId: String(task),
      attributeId: String(rows[0]?.id),
      media,
      uploads,
      collections,
      savedsearches,
      notifications,
      tags,
      jobs: '00000000-0000-4000-8000-000000000000',
      'exports/jobs': exports,
      csv,
      users: owner.id,
      sessions: owner.session,
      settingId: settings,
      contacts: contact,
      contact,
      tos,
      roles,
      invitations,
      webhooks,
      delivery,
      apikeys,
      layers,
      'map-layers': layers,
      'area-sets': areaSets,
      areas,
      'map-archives': mapArchives,
      cleanups,
      'bulk-changes': bulkChanges,
      'templates/applications': applications,
      permissions: '1',
      dataproviders: 'email',
      'country-codes': '265',
      group: 'data-provider',
      name: 'flood',
      key: `${contact}-${notifications}-guess`,
      zoom: '0',
      z: '0',
      x: '0',
      y: '0',
      sprite: '0',
      file: 'sprite.json',
    },
  };
}

/** Starts an app with the entities; it closes after the tests of the file. */
export async function startAppWithPrivateResources(): Promise<{
  app: TestApp;
  resources: PrivateResources;
}> {
  const app = await startTestApp();
  afterAll(() => app.close());
  return { app, resources: await createPrivateResources(app) };
}
