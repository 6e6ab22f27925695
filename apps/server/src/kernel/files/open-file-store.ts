/** Chooses where files are kept: here, and nowhere else. */
import path from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { DirectoryFileStore } from './directory-file-store.ts';
import type { FileStore } from './file-store.ts';
import { FileStoreError } from './file-store-error.ts';
import { S3FileStore } from './s3-file-store.ts';

/** Where files are that are in no bucket. */
export const storageDirectory = (dataDir: string): string => path.join(dataDir, 'storage');

/** The deployment's files. Nothing is asked of it yet. */
export const openFileStore = ({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): FileStore =>
  bucket ? new S3FileStore(bucket) : new DirectoryFileStore(storageDirectory(dataDir));

/** What an operator has to mend, by the store's name for its fault. */
const adviceByErrorCode = new Map([
  ['InvalidAccessKeyId', 'S3_ACCESS_KEY_ID: the store does not know this key'],
  ['SignatureDoesNotMatch', 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the two do not belong together'],
  ['RequestTimeTooSkewed', 'the clock of this machine is wrong, or that of the store'],
  ['NoSuchBucket', 'S3_BUCKET: there is no such bucket; make it first'],
  ['AuthorizationHeaderMalformed', 'S3_REGION: the bucket is in another one'],
  ['PermanentRedirect', 'S3_REGION or S3_ENDPOINT: the bucket is somewhere else'],
  ['AccessDenied', 'S3_ACCESS_KEY_ID: this key may not list, write, read and delete in the bucket'],
]);

/** What is wrong with a bucket, for its operator. */
export const describeFileStoreError = ({ reason, message }: FileStoreError): string =>
  adviceByErrorCode.get(reason) ?? message;

/**
 * Looks whether the store does what is needed.
 * @returns why it does not just now; undefined when all is well
 * @throws ConfigError for what will not pass by itself
 */
export async function checkFileStore(store: FileStore): Promise<string | undefined> {
  if (store.kind === 'directory') return undefined;
  try {
    await store.checkAccess();
    return undefined;
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    if (!error.isRefusal) return error.message;
    throw new ConfigError(`The store of files refuses what it is asked:\n  ${describeFileStoreError(error)}`);
  }
}
