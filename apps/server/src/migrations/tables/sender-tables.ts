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

/** What a reporter without an account comes back with. */
export interface Receipts {
  post_id: number;
  /** SHA-256 of the key of the receipt. */
  key_hash: Buffer;
}

/** The conversation of the team with the holder of a receipt. */
export interface ReceiptMessages {
  id: Generated<number>;
  post_id: number;
  from_team: boolean;
  /** The member of the team who wrote it; null for the reporter, and when the account was deleted. */
  user_id: number | null;
  message: string;
  created: Created;
  /** Somebody of the team has seen it; of no meaning for messages of the team. */
  seen: Generated<boolean>;
  /** It needs no reply; of no meaning for messages of the team. */
  done: Generated<boolean>;
}
