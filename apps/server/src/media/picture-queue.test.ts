/** The queue limits the processing of pictures and does not delay other requests. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Status } from '@waypost/contract/status/status';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMultipart } from '../testing/app/multipart.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { PictureQueue } from './picture-queue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    pictureQueue: { workers: 1, maxWaiting: 1, maxPerCaller: 2, maxPixels: 2_000_000 },
  });
});
afterAll(() => app.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();

async function upload(bytes: Buffer) {
  const { payload, headers } = buildMultipart({}, { name: 'a.png', bytes });
  const authorization = `Bearer ${await app.tokenOf('visitor')}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization },
  });
  return { status: response.statusCode, body: response.json<object>(), headers: response.headers };
}

test('a picture beyond the queue is refused with a time to retry, and accepted then', async () => {
  const bytes = await picture(1600, 1200);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => upload(bytes)));
  expect(answers.map((it) => it.status).toSorted((a, b) => a - b)).toEqual([200, 200, 503, 503, 503]);
  const refused = answers.find((it) => it.status === 503);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused?.body).toMatchObject({ errors: [{ status: 503, code: 'server.busy' }] });
  expect((await upload(bytes)).status).toBe(200);
  // Turned away on purpose, which is no failure.
  const status = (await app.send<Status>('admin', 'GET', '/status')).body;
  expect(status.requests).toMatchObject({ failed: 0, refused: 3 });
  expect(status.turned_away.pressure).toBe(3);
  expect(status.concerns).toContain('turned-away');
  expect(status.concerns).not.toContain('requests-failed');
});

test('too many pixels are refused with the name of the field', async () => {
  const response = await upload(await picture(2001, 1000));
  expect([response.status, errorPointers(response as never), errorCodes(response as never)]).toEqual([
    422,
    ['/mime'],
    ['filePixels'],
  ]);
  expect(response.body).toMatchObject({ errors: [{}, { params: { max: 2 } }] });
  expect((await upload(await picture(2000, 1000))).status).toBe(200);
});

test('a picture that takes too long is abandoned, and the next one is processed', async () => {
  const queue = new PictureQueue({ workers: 1, timeoutSeconds: 30 });
  const small = await picture(20, 20);
  expect(await queue.make(small, 'one')).toMatchObject({ mime: 'image/png', width: 20 });
  const hasty = new PictureQueue({ workers: 1, timeoutSeconds: 0.001 });
  expect(await hasty.make(await picture(3000, 3000), 'one')).toBe('fileBroken');
  await wait(10);
  expect(await queue.make(small, 'one')).toMatchObject({ width: 20 });
  await Promise.all([queue.close(), hasty.close()]);
});
