/** The tables of what devices send over lines that break, as the migrations leave them, for the compiler. */
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

export interface UploadPieces {
  upload_id: string;
  begins: number;
  bytes: Buffer;
}

export interface Requests {
  key: Buffer;
  body: Buffer;
  made: number | null;
  created: Created;
}
