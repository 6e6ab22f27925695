/** The tables of senders of posts, of posts held for review, and of clean-ups. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

export interface PostSenders {
  post_id: number;
  sender_hash: Buffer;
  hold_reason: 'trap' | 'pressure' | 'always' | null;
  created: Created;
}

export interface PostHolds {
  post_id: number;
  reason: 'trap' | 'pressure' | 'always';
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
