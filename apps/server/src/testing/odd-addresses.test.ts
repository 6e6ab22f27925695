/**
 * Unusual spellings of a URL give no access: ids beyond the range of a column, encoded or padded ids, trailing and
 * doubled slashes, method overrides in headers, and all spellings of the URL of a file.
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import type { Media } from '@waypost/contract/media/media';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { S3FileStore } from '../kernel/files/s3-file-store.ts';
import { createTestSurvey } from './app/create-test-survey.ts';
import { startTestApp, type TestApp } from './app/test-app.ts';
import { findIdFields } from './security/id-fields.ts';
import { uploadPicture } from './security/owned-resources.ts';
import { createPrivateResources, type PrivateResources, secretWord } from './security/private-resources.ts';
import { type BucketServer, startBucketServer } from './servers/bucket-server.ts';
import { scaled } from './time.ts';

/** In milliseconds, for thousands of requests. */
const timeoutMs = scaled(240_000);

let app: TestApp;
let resources: PrivateResources;
beforeAll(async () => {
  app = await startTestApp();
  resources = await createPrivateResources(app);
});
afterAll(() => app.close());

const endpoints = Object.values(endpointGroups).flat();

let requestCount = 0;
async function sendRequest(
  kind: 'passer-by' | 'member' | 'admin',
  method: Endpoint['method'] | 'HEAD',
  url: string,
  options: { payload?: object; headers?: Record<string, string> } = {},
) {
  const authorization = kind === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(kind)}` };
  return app.fastify.inject({
    method,
    url,
    remoteAddress: `192.0.2.${requestCount++ % 250}`,
    ...(options.payload ? { payload: options.payload } : {}),
    headers: { ...authorization, ...options.headers },
  });
}

/** Beyond the range of `integer`, of JavaScript's safe integers, of `bigint`, and of both. */
const largeIds = ['2147483648', '999999999999999', '9223372036854775808', '99999999999999999999999'];

test(
  'ids beyond the range of the column do not cause a server error',
  async () => {
    const wrong: string[] = [];
    for (const endpoint of endpoints.filter(({ path }) => path.includes('{')))
      for (const id of largeIds) {
        const url = `/api/v3${endpoint.path.replaceAll(/\{\w+\}/g, id)}`;
        const payload = ['PUT', 'POST'].includes(endpoint.method) ? { payload: { name: 'x' } } : {};
        const { statusCode } = await sendRequest('admin', endpoint.method, url, payload);
        if (statusCode >= 500) wrong.push(`${endpoint.name} ${id} ${statusCode}`);
      }
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

test(
  'ids beyond the range in a query or body do not cause a server error',
  async () => {
    const wrong: string[] = [];
    for (const endpoint of endpoints)
      for (const { place, name } of findIdFields(endpoint)) {
        if (place === 'path' || name === '*' || endpoint.transport === 'multipart') continue;
        const path = `/api/v3${endpoint.path.replaceAll(/\{\w+\}/g, '1')}`;
        for (const id of largeIds.slice(0, 2))
          for (const value of [Number(id), [Number(id)], { id: Number(id) }]) {
            if (place === 'query' && typeof value !== 'number') continue;
            const [first = '', second] = name.split('.');
            const field = second ? `${first}[${second}]` : first;
            const { statusCode } =
              place === 'query'
                ? await sendRequest('admin', endpoint.method, `${path}?${field}=${id}`)
                : await sendRequest('admin', endpoint.method, path, {
                    payload: { [first]: second ? { [second]: value } : value },
                  });
            if (statusCode >= 500) wrong.push(`${endpoint.name} ${place} ${name}=${id} ${statusCode}`);
          }
      }
    expect(wrong).toEqual([]);
  },
  timeoutMs,
);

/** Alternative spellings of an id in a URL. */
const spellings = (id: string) => [
  `%3${id[0] ?? ''}${id.slice(1)}`,
  `0${id}`,
  `${id}.0`,
  `${id}e0`,
  `+${id}`,
  `%20${id}`,
  `${id}%20`,
  `${id}%00`,
  `${id}%0a`,
  `${id}%2f`,
  `${id}/`,
  `${id}//`,
  `/${id}`,
  `${id}/.`,
  `./${id}`,
  `${id}%3f`,
  `${id};a=b`,
  `${id}%2fgeojson`,
  `x/..%2f${id}`,
];

test('no spelling of an id gives access to hidden data', async () => {
  const wrong: string[] = [];
  for (const kind of [
    'posts',
    'collections',
    'savedsearches',
    'tags',
    'layers',
    'contacts',
    'media',
    'messages',
  ])
    for (const spelling of spellings(resources.ids[kind] ?? ''))
      for (const who of ['passer-by', 'member'] as const)
        for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'] as const) {
          const answer = await sendRequest(
            who,
            method,
            `/api/v3/${kind}/${spelling}`,
            method === 'PUT' ? { payload: { name: 'Taken over' } } : {},
          );
          const isRefused = answer.statusCode >= 400 && answer.statusCode < 500;
          if (!isRefused || answer.body.includes(secretWord))
            wrong.push(`${who} ${method} ${kind}/${spelling} ${answer.statusCode}`);
        }
  expect(wrong).toEqual([]);
});

test('ignores method overrides in headers and fields', async () => {
  const collection = await app.send<{ id: number }>('admin', 'POST', '/collections', { name: 'Open to all' });
  const url = `/api/v3/collections/${collection.body.id}`;
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    for (const method of ['GET', 'POST'] as const)
      await sendRequest('admin', method, `${url}?_method=DELETE`, {
        headers: { [name]: 'DELETE' },
        ...(method === 'POST' ? { payload: { _method: 'DELETE' } } : {}),
      });
  expect((await sendRequest('passer-by', 'GET', url)).statusCode).toBe(200);
});

describe.each(['directory', 'bucket'] as const)('the file of a draft in a %s', (place) => {
  let its: TestApp;
  let server: BucketServer | undefined;
  let store: S3FileStore | undefined;
  let files: string[];
  beforeAll(async () => {
    if (place === 'bucket') {
      server = await startBucketServer();
      store = new S3FileStore(server.settings);
    }
    its = await startTestApp(store ? { fileStore: store } : {});
    const survey = await createTestSurvey(its.db, { photo: { type: 'media', input: 'upload' } });
    const { id } = await uploadPicture(its, await its.tokenOf('member'));
    const values = { [survey.keyOf('photo')]: [id] };
    await its.send('member', 'POST', '/posts', { form: survey.id, title: 'Bridge', status: 'draft', values });
    const { body } = await its.send<Media>('member', 'GET', `/media/${id}`);
    files = [body.original_file_url, body.thumbnail_url ?? ''].map((url) =>
      new URL(url).pathname.replace('/storage/', ''),
    );
  });
  afterAll(async () => {
    await its.close();
    await store?.close();
    await server?.close();
  });

  test('is only served at one URL, which requires a right', async () => {
    const open: string[] = [];
    for (const file of files) {
      const [a = '', b = '', name = ''] = file.split('/');
      const encoded = file.replaceAll(/./g, (it) => `%${it.charCodeAt(0).toString(16)}`);
      for (const url of [
        `/storage/${file}`,
        `/storage/${file}?until=9999999999&seal=`,
        `/storage/${file}?until=9999999999&seal=AAAAAAAAAAAAAAAAAAAAAA`,
        `/storage/${file}?until[]=1&seal[]=1`,
        `/storage/${encoded}`,
        `/storage/${a}%2F${b}%2F${name}`,
        `/storage//${file}`,
        `/storage/${a}//${b}/${name}`,
        `/storage/./${file}`,
        `/storage/x/../${file}`,
        `/storage/x/%2e%2e/${file}`,
        `/storage/${a}/${b}/%2e/${name}`,
        `/storage/${a}/${b}/../${b}/${name}`,
        `/storage/${a}%5c${b}%5c${name}`,
        `/storage/${file}/`,
        `/storage/${file}%00`,
        `/storage/${file}%20`,
        `/storage/${file}.`,
        `/storage/${file};x`,
        `/storage/${file}%3f`,
        `/storage/${file}%23`,
        `/storage/${file.toUpperCase()}`,
        `/STORAGE/${file}`,
        `//storage/${file}`,
        `/%73torage/${file}`,
        `/storage%2F${file}`,
        `/api/../storage/${file}`,
        `/api/v3/storage/${file}`,
        `/api/v3/..%2f..%2fstorage/${file}`,
      ])
        for (const headers of [
          {},
          { range: 'bytes=0-3' },
          { 'if-none-match': '*' },
          { 'if-match': '*' },
        ] as Record<string, string>[])
          for (const method of ['GET', 'HEAD'] as const) {
            const answer = await its.fastify.inject({ method, url, headers });
            const type = String(answer.headers['content-type']);
            if (answer.statusCode < 400 || answer.statusCode >= 500 || type.startsWith('image/'))
              open.push(`${method} ${url} ${JSON.stringify(headers)} ${answer.statusCode}`);
          }
    }
    expect(open).toEqual([]);
  });
});
