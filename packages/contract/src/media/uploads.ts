/**
 * Pictures sent in pieces, for lines that break: what has arrived stays, and the next piece goes on from there. Ours; `POST
 * /media` takes a picture in one piece as it always did.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { Caption, Media } from './media.ts';

/** Not to be guessed: whoever knows it may go on with the upload. */
const UploadId = z.string().regex(/^[0-9a-f]{32}$/);
const uploadParams = z.object({ id: UploadId });

export const UploadState = z.object({
  id: UploadId,
  /** Bytes of the whole file, and how many of them have arrived. */
  size: z.number().int(),
  received: z.number().int(),
  /** The stored picture, once all of it has arrived. */
  media: Media.nullable(),
});
export type UploadState = z.infer<typeof UploadState>;

export const beginUpload = defineEndpoint({
  name: 'beginUpload',
  method: 'POST',
  path: '/media/uploads',
  summary: 'Begin to send a picture in pieces',
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
  summary: 'How much of a picture has arrived',
  scope: 'media',
  params: uploadParams,
  response: UploadState,
});

export const uploadChunk = defineEndpoint({
  name: 'uploadChunk',
  method: 'POST',
  path: '/media/uploads/{id}',
  summary:
    'Send the next piece: `offset` in bytes, and `file`. A piece from elsewhere changes nothing; the answer says where to go on',
  scope: 'media',
  token: 'optional',
  params: uploadParams,
  body: z.object({ offset: z.coerce.number().int().min(0).max(limits.mediaBytes) }),
  response: UploadState,
  transport: 'multipart',
});
