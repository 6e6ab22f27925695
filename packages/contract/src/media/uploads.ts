/**
 * Chunked uploads of pictures over unreliable connections: received chunks are kept, and the upload resumes after
 * them. An extension of API v3; `POST /media` takes a picture in one request.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { Caption, Media } from './media.ts';

/** Unguessable, since whoever knows it can continue the upload. */
const UploadId = z.string().regex(/^[0-9a-f]{32}$/);
const uploadParams = z.object({ id: UploadId });

/** The state of a chunked upload. */
export const UploadState = z.object({
  id: UploadId,
  /** Bytes of the file, and bytes received. */
  size: z.number().int(),
  received: z.number().int(),
  /** The stored picture, once the upload is complete. */
  media: Media.nullable(),
});
export type UploadState = z.infer<typeof UploadState>;

export const beginUpload = defineEndpoint({
  name: 'beginUpload',
  method: 'POST',
  path: '/media/uploads',
  summary: 'Begin a chunked upload of a picture',
  scope: 'media',
  token: 'optional',
  body: z.object({
    size: z.number().int().min(1).max(limits.mediaBytes),
    name: z.string().max(limits.varchar).default('picture'),
    caption: Caption.optional(),
  }),
  response: UploadState,
});

export const readUpload = defineEndpoint({
  name: 'readUpload',
  method: 'GET',
  path: '/media/uploads/{id}',
  summary: 'The state of a chunked upload',
  scope: 'media',
  params: uploadParams,
  response: UploadState,
});

export const uploadChunk = defineEndpoint({
  name: 'uploadChunk',
  method: 'POST',
  path: '/media/uploads/{id}',
  summary:
    'Send the next chunk: `offset` in bytes, and `file`. A chunk with another offset changes nothing; the response has the expected one',
  scope: 'media',
  token: 'optional',
  params: uploadParams,
  body: z.object({ offset: z.coerce.number().int().min(0).max(limits.mediaBytes) }),
  response: UploadState,
  transport: 'multipart',
});
