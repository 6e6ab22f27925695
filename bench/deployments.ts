/** Generated deployments, cached in `.cache/bench`. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateDeployment } from '../apps/server/src/demo/generate.ts';
import { type Config, readConfig } from '../apps/server/src/kernel/config/config.ts';
import { type ServeHooks, serve } from '../apps/server/src/serve.ts';
import { admin } from '../e2e/support/waypost.ts';
import type { Size } from './options.ts';

const root = path.resolve(import.meta.dirname, '..');
const cacheFolder = path.join(root, '.cache', 'bench');

export interface Deployment {
  size: Size;
  dataDir: string;
  /** Duration of the generation, in this run or an earlier one. */
  seconds: number;
}

/** Stored beside the data, to decide whether they can be reused. */
interface CacheRecord {
  stamp: string;
  seconds: number;
}

/** Inputs of the data: the tables, and the code that fills them. */
async function computeStamp(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['migrations', 'demo']) {
    const from = path.join(root, 'apps/server/src', folder);
    const files = (await readdir(from, { recursive: true }))
      .filter((file) => /\.(ts|sql)$/.test(file))
      .sort();
    for (const file of files) hash.update(file).update(await readFile(path.join(from, file)));
  }
  return hash.digest('hex');
}

const configFor = (dataDir: string): Config =>
  readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });

/** Date of the last post, so that the content is the same in every run. */
const generatedUntil = new Date('2026-01-01T12:00:00Z');
/** Enough for lists with pictures; more would measure image processing. */
const photoCount = 60;

/** How deployments are generated. */
interface GenerateSettings {
  /** Whether cached ones are not reused. */
  isFresh: boolean;
  /** Whether all their posts wait for review. */
  isWaiting: boolean;
  log: (line: string) => void;
}

/** Fills an empty data directory and prints progress. @returns seconds for the posts */
async function generate(
  dataDir: string,
  posts: number,
  { isWaiting, log }: GenerateSettings,
): Promise<number> {
  let seconds = Number.NaN;
  const afterMigrate: ServeHooks['afterMigrate'] = async (db, { storageDir }) => {
    const generated = await generateDeployment(db, {
      posts,
      seed: 1,
      now: generatedUntil,
      photos: photoCount,
      storageDir,
      report: log,
      onlyWaiting: isWaiting,
    });
    ({ posts: seconds } = generated.seconds);
  };
  const serving = await serve(configFor(dataDir), { afterMigrate, print: () => undefined });
  await serving.close();
  return seconds;
}

/** Includes its database, which is elsewhere if its account has no access here (`kernel/postgres/cluster-location.ts`). */
async function removeData(dataDir: string): Promise<void> {
  const home = (await readFile(path.join(dataDir, 'postgres-home'), 'utf8').catch(() => '')).trim();
  for (const folder of [home, dataDir].filter(Boolean)) await rm(folder, { recursive: true, force: true });
}

/** The deployment of a size: a cached one if its inputs are unchanged, otherwise a new one. */
export async function prepareDeployment(size: Size, settings: GenerateSettings): Promise<Deployment> {
  const name = settings.isWaiting ? `${size.label}-waiting` : size.label;
  const dataDir = path.join(cacheFolder, name);
  const recordFile = path.join(cacheFolder, `${name}.json`);
  const stamp = await computeStamp();
  const cached = await readFile(recordFile, 'utf8').then(
    (text) => JSON.parse(text) as CacheRecord,
    () => undefined,
  );
  if (!settings.isFresh && cached?.stamp === stamp) return { size, dataDir, seconds: cached.seconds };
  await rm(recordFile, { force: true });
  await removeData(dataDir);
  await mkdir(dataDir, { recursive: true });
  // Accessible to the database's account when root runs the benchmark.
  await chmod(dataDir, 0o755);
  const seconds = await generate(dataDir, size.posts, settings);
  await writeFile(recordFile, `${JSON.stringify({ stamp, seconds } satisfies CacheRecord)}\n`);
  return { size, dataDir, seconds };
}
