/** Who sent what, as far as that is told together, and what was cleaned up of it. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

export interface PostSenders {
  post_id: number;
  sender: Buffer;
  held: 'trap' | 'pressure' | 'always' | null;
  created: Created;
}

export interface HeldPosts {
  post_id: number;
  why: 'trap' | 'pressure' | 'always';
}

export interface Cleanups {
  id: Generated<number>;
  user_id: number | null;
  created: Created;
  undone: Date | null;
}

export interface CleanupPosts {
  cleanup_id: number;
  post_id: number;
  status: 'published' | 'draft' | 'archived';
}
