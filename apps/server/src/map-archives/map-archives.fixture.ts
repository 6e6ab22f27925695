/** A test deployment whose administrator adds map archives. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import type { FileStore } from '../kernel/files/file-store.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { type Actor, startTestApp } from '../testing/app/test-app.ts';

/**
 * Starts it. Archives are read from `directory`, and addresses of this machine are allowed.
 * @param options `fileStore`: a directory by default
 */
export async function startArchiveApp({ fileStore }: { fileStore?: FileStore } = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-archives-'));
  const app = await startTestApp({
    mapArchivesDir: directory,
    allowedNetworks: ['127.0.0.1'],
    ...(fileStore && { fileStore }),
  });

  const list = async (actor: Actor = 'admin') =>
    (await app.send<{ results: MapArchive[] }>(actor, 'GET', '/map-archives')).body.results;
  const read = async (id: number) => (await app.send<MapArchive>('admin', 'GET', `/map-archives/${id}`)).body;

  const begin = (size: number, more = {}) =>
    app.send<MapArchive>('admin', 'POST', '/map-archives', {
      source: 'upload',
      name: 'Liechtenstein',
      size,
      file_name: 'li.pmtiles',
      ...more,
    });

  async function sendChunk(id: number, offset: number, bytes: Buffer, actor: 'admin' | 'member' = 'admin') {
    const { payload, headers } = buildMultipart({ offset: String(offset) }, { name: 'chunk', bytes });
    const response = await app.fastify.inject({
      method: 'POST',
      url: `/api/v3/map-archives/${id}/chunks`,
      payload,
      headers: { ...headers, authorization: `Bearer ${await app.tokenOf(actor)}` },
    });
    return { status: response.statusCode, body: response.json<MapArchive>(), headers: {} };
  }

  /** Uploads a file and runs its import. */
  async function upload(bytes: Buffer, fileName = 'li.pmtiles'): Promise<MapArchive> {
    const { id } = (await begin(bytes.length, { file_name: fileName })).body;
    for (let offset = 0; offset < bytes.length; offset += archiveLimits.chunkBytes)
      await sendChunk(id, offset, bytes.subarray(offset, offset + archiveLimits.chunkBytes));
    await app.jobs.runPending();
    return read(id);
  }

  async function fetchFile(
    id: number,
    headers: Record<string, string> = {},
    { actor = 'visitor', method = 'GET' }: { actor?: 'visitor' | 'admin'; method?: 'GET' | 'HEAD' } = {},
  ) {
    const authorization = `Bearer ${await app.tokenOf(actor)}`;
    return app.fastify.inject({
      method,
      url: `/api/v3/map-archives/${id}/file`,
      headers: { authorization, ...headers },
    });
  }

  const deleteAll = async () => {
    for (const { id } of await list()) await app.send('admin', 'DELETE', `/map-archives/${id}`);
  };
  const close = async () => {
    await app.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { app, directory, list, read, begin, sendChunk, upload, fetchFile, deleteAll, close };
}
