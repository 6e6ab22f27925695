/** A full disk: uploads are answered with an error, leave no partial files, and work again once there is space. */
import type * as files from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildMultipart } from '../testing/app/multipart.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

const disk = vi.hoisted(() => ({ isFull: false }));

// `/dev/full` instead of a disk that is really full.
vi.mock('node:fs/promises', async (original) => {
  const system = await original<typeof files>();
  const writeFile: typeof system.writeFile = (file, data, options) =>
    system.writeFile(disk.isFull ? '/dev/full' : file, data, options);
  return { ...system, writeFile };
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function upload() {
  const bytes = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();
  const { payload, headers } = buildMultipart({}, { name: 'gauge.png', bytes });
  return app.fastify.inject({
    method: 'POST',
    url: '/api/v3/media',
    payload,
    headers: { ...headers, authorization: `Bearer ${await app.tokenOf('member')}` },
  });
}

test.runIf(process.platform === 'linux')(
  'answers a full disk with an error, keeps no partial file and recovers',
  async () => {
    disk.isFull = true;
    const refused = await upload();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60']);
    expect(refused.json()).toMatchObject({ errors: [{ status: 503, code: 'server.full' }] });
    const left = await readdir(app.storageDir, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    expect(await app.db.selectFrom('media').select('id').execute()).toEqual([]);
    disk.isFull = false;
    expect((await upload()).statusCode).toBe(200);
  },
);
