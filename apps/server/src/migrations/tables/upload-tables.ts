/** The tables of chunked uploads, and of idempotency keys. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

export interface Uploads {
  id: string;
  user_id: number | null;
  name: string;
  caption: string | null;
  size: number;
  received: Generated<number>;
  media_id: number | null;
  created: Created;
}

export interface UploadChunks {
  upload_id: string;
  byte_offset: number;
  bytes: Buffer;
}

export interface IdempotencyKeys {
  key_hash: Buffer;
  body_hash: Buffer;
  created_id: number | null;
  created: Created;
}
