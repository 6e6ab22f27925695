/** No caller can fill the queue of pictures alone (docs/decisions/0049). */
import type { UploadState } from '@waypost/contract/media/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { requestVisitorToken } from '../testing/security/owned-resources.ts';

const share = 2;

let app: TestApp;
let bytes: Buffer;
beforeAll(async () => {
  // Eight places; one caller gets a quarter of them.
  app = await startTestApp({ pictureQueue: { workers: 1, maxWaiting: 7 } });
  bytes = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());

interface Sender {
  token?: string;
  address: string;
}

async function upload({ token, address }: Sender, file = bytes) {
  const { payload, headers } = buildMultipart({}, { name: 'a.png', bytes: file });
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    remoteAddress: address,
    payload,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<object>() };
}

const counted = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('a visitor has one share of the queue with any number of tokens; others are not affected', async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, () => requestVisitorToken(app)));
  const greedy = Promise.all(tokens.map((token) => upload({ token, address: '192.0.2.1' })));
  const otherUploads = Promise.all([
    upload({ token: await app.tokenOf('visitor'), address: '192.0.2.2' }),
    upload({ address: '192.0.2.3' }),
    upload({ token: await app.tokenOf('member'), address: '192.0.2.1' }),
  ]);
  const refused = (await greedy).filter(({ status }) => status === 503);
  expect([counted(await greedy, 200), refused.length]).toEqual([share, 6 - share]);
  for (const { headers, body } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ errors: [{ status: 503, code: 'server.busy' }] });
  }
  expect((await otherUploads).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('an account has one share of the queue from any number of network addresses', async () => {
  const token = await app.tokenOf('member');
  const answers = await Promise.all([1, 2, 3, 4, 5].map((at) => upload({ token, address: `192.0.2.${at}` })));
  expect([counted(answers, 200), counted(answers, 503)]).toEqual([share, 5 - share]);
});

test('all addresses of one IPv6 network are one caller', async () => {
  const answers = await Promise.all([1, 2, 3, 4, 5].map((at) => upload({ address: `2001:db8:0:1::${at}` })));
  expect([counted(answers, 200), counted(answers, 503)]).toEqual([share, 5 - share]);
});

test('chunked uploads count, too, and a refused one can be finished later', async () => {
  const token = await requestVisitorToken(app);
  const authorization = `Bearer ${token}`;
  const begun = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const answer = await app.fastify.inject({
        method: 'POST',
        url: '/api/v3/media/uploads',
        remoteAddress: '192.0.2.9',
        headers: { authorization },
        payload: { name: 'a.png', size: bytes.length },
      });
      return answer.json<UploadState>().id;
    }),
  );
  const finish = async (id: string) => {
    const { payload, headers } = buildMultipart({ offset: '0' }, { name: 'a.png', bytes });
    const answer = await app.fastify.inject({
      method: 'POST',
      url: `/api/v3/media/uploads/${id}`,
      remoteAddress: '192.0.2.9',
      headers: { ...headers, authorization },
      payload,
    });
    return { id, status: answer.statusCode, body: answer.json<UploadState>() };
  };
  const answers = await Promise.all(begun.map(finish));
  expect([counted(answers, 200), counted(answers, 503)]).toEqual([share, 4 - share]);
  for (const { id } of answers.filter(({ status }) => status === 503))
    expect(await finish(id)).toMatchObject({ status: 200, body: { media: { mime: 'image/png' } } });
});

test('a refused file frees its place in the queue', async () => {
  const sender = { address: '192.0.2.20' };
  for (let time = 0; time <= share; time++)
    expect((await upload(sender, bytes.subarray(0, 2000))).status).toBe(422);
  expect((await upload(sender)).status).toBe(200);
});
