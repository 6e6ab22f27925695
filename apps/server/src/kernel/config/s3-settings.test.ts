/** The settings of the bucket. */
import { expect, test } from 'vitest';
import { DirectoryFileStore } from '../files/directory-file-store.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { readConfig } from './config.ts';

const complete = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'reports',
  S3_ACCESS_KEY_ID: 'known',
  S3_SECRET_ACCESS_KEY: 'very secret',
};

test('without settings files are in the data directory; incomplete settings are reported', () => {
  expect(openFileStore(readConfig({ DATA_DIR: '/data' }))).toEqual(new DirectoryFileStore('/data/storage'));
  expect(readConfig({ ...complete, S3_PREFIX: 'a/b' }).bucket).toMatchObject({
    endpoint: 'https://s3.example.org',
    prefix: 'a/b/',
    region: 'us-east-1',
    style: 'path',
  });
  for (const name of Object.keys(complete))
    expect(() => readConfig({ ...complete, [name]: '' })).toThrow(
      `${name}: missing; S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY belong together`,
    );
  expect(() => readConfig({ S3_PREFIX: 'a' })).toThrow(/S3_SECRET_ACCESS_KEY: missing/);
  expect(() => readConfig({ ...complete, S3_ENDPOINT: 'store' })).toThrow(/S3_ENDPOINT: must be an address/);
  expect(() => readConfig({ ...complete, S3_PREFIX: '../up?' })).toThrow(/S3_PREFIX: must be/);
});
