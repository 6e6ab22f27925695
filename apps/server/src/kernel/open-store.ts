/** Chooses where files are kept: here, and nowhere else. */
import path from 'node:path';
import { BucketStore } from './bucket-store.ts';
import { type Config, ConfigError } from './config.ts';
import { DirectoryStore } from './directory-store.ts';
import type { FileStore } from './file-store.ts';
import { StoreFault } from './store-fault.ts';

/** Where files are that are in no bucket. */
export const storageIn = (dataDir: string): string => path.join(dataDir, 'storage');

/** The deployment's files. Nothing is asked of it yet. */
export const openStore = ({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): FileStore =>
  bucket ? new BucketStore(bucket) : new DirectoryStore(storageIn(dataDir));

/** What an operator has to mend, by the store's name for its fault. */
const mended = new Map([
  ['InvalidAccessKeyId', 'S3_ACCESS_KEY_ID: the store does not know this key'],
  ['SignatureDoesNotMatch', 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the two do not belong together'],
  ['RequestTimeTooSkewed', 'the clock of this machine is wrong, or that of the store'],
  ['NoSuchBucket', 'S3_BUCKET: there is no such bucket; make it first'],
  ['AuthorizationHeaderMalformed', 'S3_REGION: the bucket is in another one'],
  ['PermanentRedirect', 'S3_REGION or S3_ENDPOINT: the bucket is somewhere else'],
  ['AccessDenied', 'S3_ACCESS_KEY_ID: this key may not list, write, read and delete in the bucket'],
]);

/** What is wrong with a bucket, for its operator. */
export const bucketFault = ({ reason, message }: StoreFault): string => mended.get(reason) ?? message;

/**
 * Looks whether the store does what is needed.
 * @returns why it does not just now; undefined when all is well
 * @throws ConfigError for what will not pass by itself
 */
export async function tryStore(store: FileStore): Promise<string | undefined> {
  if (store.kind === 'directory') return undefined;
  try {
    await store.probe();
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    if (!error.isRefusal) return error.message;
    throw new ConfigError(`The store of files refuses what it is asked:\n  ${bucketFault(error)}`);
  }
}
