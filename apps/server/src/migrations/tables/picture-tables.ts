/** The table of facts about pictures that only the team sees. */
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
