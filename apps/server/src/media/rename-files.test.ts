/** A picture that is deleted while its files are renamed leaves no copies. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { DirectoryFileStore } from '../kernel/files/directory-file-store.ts';
import { startTestApp } from '../testing/app/test-app.ts';
import { renameMediaFilesJob } from './rename-files.ts';

/** Calls `onCopy` once a file is stored. */
class ObservedStore extends DirectoryFileStore {
  onCopy: (name: string) => Promise<void> = () => Promise.resolve();

  override async write(name: string, content: Uint8Array): Promise<void> {
    await super.write(name, content);
    await this.onCopy(name);
  }
}

test('a picture that is deleted while its files are renamed leaves no copies', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-renamed-'));
  const store = new ObservedStore(folder);
  const app = await startTestApp({ fileStore: store });
  const random = randomBytes(16).toString('hex');
  const base = `${random[0]}/${random[1]}/${random}`;
  const files = { file: `${base}-Jane Roe.jpg`, thumbnail: `${base}-Jane Roe-small.webp` };
  for (const name of Object.values(files)) await store.write(name, Buffer.from('picture'));
  const picture = { mime: 'image/jpeg', size: 7, width: 1, height: 1 };
  const { id } = await app.db
    .insertInto('media')
    .values({ ...picture, ...files })
    .returning('id')
    .executeTakeFirstOrThrow();
  const copied: string[] = [];
  store.onCopy = async (name) => {
    copied.push(name);
    await app.db.deleteFrom('media').where('id', '=', id).execute();
  };
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, renameMediaFilesJob, {}));
  await app.jobs.runPending();
  // The files of the deleted picture, and the copies.
  await app.jobs.runPending();
  expect(copied).toEqual([`${base}.jpg`, `${base}-small.webp`]);
  const left = [];
  for await (const name of store.list()) left.push(name);
  expect(left).toEqual([]);
  await app.close();
  await rm(folder, { recursive: true });
});
