/** Settings of the S3 bucket for files, part of the environment that `config.ts` reads. */
import { trailingSlashes } from '@waypost/contract/common/trailing-slashes';
import { z } from 'zod';

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** The environment variables. Without them files are in the data directory. */
export const s3Variables = {
  S3_ENDPOINT: optional(
    z.url({
      protocol: /^https?$/,
      error: 'must be an address such as https://s3.eu-central-1.amazonaws.com',
    }),
  ),
  S3_BUCKET: optional(
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, 'must be the name of a bucket, such as waypost'),
  ),
  S3_REGION: optional(z.string().regex(/^[A-Za-z0-9-]+$/, 'must be a region such as eu-central-1')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  S3_PREFIX: optional(
    z
      .string()
      .regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/, 'must be a place in the bucket, such as waypost'),
  ),
  S3_STYLE: optional(
    z.enum(['path', 'host'], {
      error: 'must be path (https://store/bucket) or host (https://bucket.store)',
    }),
  ),
};

/** A bucket and its credentials. */
export interface S3Settings {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prefix of each key: empty, or with a slash at its end. */
  prefix: string;
  /** Whether the bucket is in the path of a URL or in its host name. */
  style: 'path' | 'host';
}

const S3Environment = z.object(s3Variables);
const requiredVariables = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Reads the parsed variables. @returns undefined when no bucket is configured; an error message when a variable is missing */
export function readS3Settings(env: z.output<typeof S3Environment>): S3Settings | string | undefined {
  const missing = requiredVariables.filter((name) => env[name] === undefined);
  const isConfigured = Object.keys(s3Variables).some((name) => env[name as keyof typeof env] !== undefined);
  if (!isConfigured) return undefined;
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return `${missing.join(', ')}: missing; ${requiredVariables.join(', ')} belong together`;
  const prefix = (env.S3_PREFIX ?? '').replace(trailingSlashes, '');
  return {
    endpoint: S3_ENDPOINT.replace(trailingSlashes, ''),
    bucket: S3_BUCKET,
    region: env.S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    prefix: prefix === '' ? '' : `${prefix}/`,
    style: env.S3_STYLE ?? 'path',
  };
}
