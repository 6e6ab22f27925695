/**
 * Owned entities for the ownership tests: those of the owner, pictures in every state, and for each other caller
 * entities of their own, to which the test tries to attach those of the owner.
 */

import { anonymousScopes } from '@waypost/contract/common/scopes';
import { webClient } from '@waypost/contract/users/oauth';
import sharp from 'sharp';
import { createTestSurvey, type TestSurvey } from '../app/create-test-survey.ts';
import { buildMultipart } from '../app/multipart.ts';
import type { TestApp } from '../app/test-app.ts';
import {
  createAccount,
  createPrivateResources,
  insertRow,
  type PrivateResources,
  secretWord,
} from './private-resources.ts';

/** Ids by kind of entity, as in `createPrivateResources`. */
export type OwnedIds = Readonly<Record<string, string>>;

/** The entities of the owner and of the other callers. */
export interface OwnedResources extends PrivateResources {
  survey: TestSurvey;
  /** Pictures that only their owner may use, by state. */
  pictures: Readonly<Record<string, number>>;
  /** Creates one entity of each kind for a user. */
  createFor: (token: string) => Promise<OwnedIds>;
}

type Send = (
  token: string | undefined,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: object,
) => Promise<{ id: number }>;

const createSend =
  (app: TestApp): Send =>
  async (token, method, url, body) => {
    const response = await app.fastify.inject({
      method,
      url: `/api/v3${url}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body ? { payload: body } : {}),
    });
    if (response.statusCode !== 200)
      throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    return response.json<{ id: number }>();
  };

/** Requests a token for another visitor's device. */
export async function requestVisitorToken(app: TestApp): Promise<string> {
  const payload = {
    client_id: webClient.id,
    client_secret: webClient.secret,
    grant_type: 'client_credentials',
    scope: anonymousScopes.join(' '),
  };
  const response = await app.fastify.inject({ method: 'POST', url: '/oauth/token', payload });
  return response.json<{ access_token: string }>().access_token;
}

/** Uploads a small picture as a client does. */
export async function uploadPicture(
  app: TestApp,
  token: string | undefined,
): Promise<Record<string, unknown> & { id: number }> {
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#a51a1a' } })
    .png()
    .toBuffer();
  const { payload, headers } = buildMultipart({ caption: secretWord }, { name: `${secretWord}.png`, bytes });
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    payload,
  });
  if (response.statusCode !== 200) throw new Error(`upload: ${response.statusCode} ${response.body}`);
  return response.json<Record<string, unknown> & { id: number }>();
}

/**
 * The owner's pictures: unused ones of an account and of a visitor, and ones in a draft, a post and a private answer.
 */
async function createPictures(app: TestApp, send: Send, owner: string, survey: TestSurvey) {
  const pictures: Record<string, number> = {
    'of an account': (await uploadPicture(app, owner)).id,
    'of a visitor': (await uploadPicture(app, await requestVisitorToken(app))).id,
  };
  // Created by another user, so that nothing of the owner is public.
  const author = await createAccount(app, 'author');
  for (const [name, key, status] of [
    ['of a draft', 'picture', 'draft'],
    ['of a published post', 'picture', 'published'],
    ['of a private answer', 'proof', 'published'],
  ] as const) {
    const { id } = await uploadPicture(app, author.token);
    pictures[name] = id;
    const values = { [survey.keyOf(key)]: [id] };
    await send(author.token, 'POST', '/posts', { form: survey.id, title: 'A bridge', status, values });
  }
  return pictures;
}

/** Creates the entities. */
export async function createOwnedResources(app: TestApp): Promise<OwnedResources> {
  const things = await createPrivateResources(app);
  const send = createSend(app);
  const survey = await createTestSurvey(app.db, {
    picture: { type: 'media', input: 'upload', cardinality: 0 },
    proof: { type: 'media', input: 'upload', private: true, cardinality: 0 },
    related: { type: 'relation', input: 'relation', cardinality: 0 },
    words: { type: 'varchar' },
  });
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => insertRow(app.db, table, row);
  const metadata = await insert('hxl_metadata', {
    user_id: things.ids['users'],
    private: true,
    dataset_title: secretWord,
    organisation_id: secretWord,
    organisation_name: secretWord,
    source: secretWord,
    license_id: 1,
  });
  return {
    ...things,
    ids: { ...things.ids, metadata },
    survey,
    pictures: await createPictures(app, send, things.owner, survey),
    async createFor(token) {
      const me = (await send(token, 'GET', '/users/me')).id;
      const mine = { user_id: me };
      const set = (kind: string) =>
        insert('sets', { ...mine, kind, name: 'Mine', ...(kind === 'savedsearch' ? { filter: '{}' } : {}) });
      const post = await send(token, 'POST', '/posts', { form: survey.id, title: 'Mine', status: 'draft' });
      const collections = await set('collection');
      return {
        users: String(me),
        posts: String(post.id),
        collections,
        savedsearches: await set('savedsearch'),
        notifications: await insert('notifications', { ...mine, set_id: collections }),
        contacts: await insert('contacts', { ...mine, type: 'email', contact: `own-${me}@example.org` }),
        settings: await insert('user_settings', { ...mine, config_key: 'colour', config_value: 'blue' }),
      };
    },
  };
}
