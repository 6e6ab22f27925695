/** Opens the file store that the settings choose. */
import path from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { DirectoryFileStore } from './directory-file-store.ts';
import type { FileStore } from './file-store.ts';
import { FileStoreError } from './file-store-error.ts';
import { S3FileStore } from './s3-file-store.ts';

/** The directory for files when no bucket is configured. */
export const storageDirectory = (dataDir: string): string => path.join(dataDir, 'storage');

/** Opens the file store of a deployment, without a request to it. */
export const openFileStore = ({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): FileStore =>
  bucket ? new S3FileStore(bucket) : new DirectoryFileStore(storageDirectory(dataDir));

/** What the operator has to fix, by S3 error code. */
const adviceByErrorCode = new Map([
  ['InvalidAccessKeyId', 'S3_ACCESS_KEY_ID: the store does not know this key'],
  ['SignatureDoesNotMatch', 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: the two do not belong together'],
  ['RequestTimeTooSkewed', 'the clock of this machine is wrong, or that of the store'],
  ['NoSuchBucket', 'S3_BUCKET: there is no such bucket; create it first'],
  ['AuthorizationHeaderMalformed', 'S3_REGION: the bucket is in another one'],
  ['PermanentRedirect', 'S3_REGION or S3_ENDPOINT: the bucket is somewhere else'],
  ['AccessDenied', 'S3_ACCESS_KEY_ID: this key may not list, write, read and delete in the bucket'],
]);

/** Describes an error of a bucket for the operator. */
export const describeFileStoreError = ({ reason, message }: FileStoreError): string =>
  adviceByErrorCode.get(reason) ?? message;

/**
 * Checks the access to the store at start.
 * @returns the message of a temporary error; undefined when the store works
 * @throws ConfigError for an error that lasts until a setting is changed
 */
export async function checkFileStore(store: FileStore): Promise<string | undefined> {
  if (store.kind === 'directory') return undefined;
  try {
    await store.checkAccess();
    return undefined;
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
    if (!error.isRefusal) return error.message;
    throw new ConfigError(`The file store refuses a request:\n  ${describeFileStoreError(error)}`);
  }
}
