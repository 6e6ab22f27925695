/** The tables of pictures, and of facts about them that only the team sees. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

export interface PictureFacts {
  media_id: number;
  created: Created;
  /** 64 characters, each 0 or 1. */
  perceptual_hash: string | null;
  photo_time: Date | null;
  photo_lat: number | null;
  photo_lon: number | null;
}

/** A picture. */
export interface Media {
  id: Generated<number>;
  user_id: number | null;
  caption: string | null;
  mime: string;
  file: string;
  thumbnail: string;
  size: number;
  width: number;
  height: number;
  /** Something took it: a post, a message, a layer, the site. */
  attached: Generated<boolean>;
  created: Created;
  updated: Date | null;
  post_id: number | null;
  message_id: number | null;
  visitor: Buffer | null;
  claim: Buffer | null;
  original_name: string | null;
  file_hash: string | null;
  thumbnail_hash: string | null;
  hide_uploader: Generated<boolean>;
  hide_time: Generated<boolean>;
  /** Name of the file before the team covered parts of it, where the survey keeps it. */
  kept_original: string | null;
}
