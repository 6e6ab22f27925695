/** The tables of the team's work on posts: locks, revisions, records and suggestions. */
import type { SuggestionTest } from '@waypost/contract/review/suggestions';
import type { Generated } from 'kysely';
import type { Created, Json } from './user-tables.ts';

export interface PostNotes {
  id: Generated<number>;
  post_id: number;
  /** Who wrote it; null when the account was deleted. */
  user_id: number | null;
  content: string;
  created: Created;
  updated: Date | null;
  /** It can be restored for a while. */
  deleted: Date | null;
}

export interface PostNoteMentions {
  note_id: number;
  user_id: number;
  /** Removed from the note later. */
  removed: Generated<boolean>;
}

export interface PostAssignments {
  id: Generated<number>;
  post_id: number;
  /** Null: nobody. */
  user_id: number | null;
  assigned_by: number | null;
  created: Created;
  is_current: Generated<boolean>;
}

/** At most one row. */
export interface SuggestionModels {
  is_current: Generated<boolean>;
  trained: Created;
  posts: number;
  seconds: number;
  memory_mb: number;
  choices: Json<{ kind: 'survey' | 'category'; id: number; bias: number }[]>;
  tests: Json<SuggestionTest[]>;
}

export interface SuggestionWeights {
  bucket: number;
  /** 32-bit floats, little-endian. */
  weights: Buffer;
}

export interface UrgencyRules {
  id: Generated<number>;
  kind: 'category' | 'words' | 'survey' | 'area' | 'age' | 'sender';
  weight: number;
  category_id: number | null;
  survey_id: number | null;
  /** Of the area. */
  name: string | null;
  words: Generated<string[]>;
  words_query: string | null;
  lat: number | null;
  lon: number | null;
  radius_km: number | null;
  hours: number | null;
  /** Posts that were created until then have been checked for their age. */
  checked_until: Date | null;
}

export interface PostUrgency {
  post_id: number;
  score: number;
  rules: number[];
  created: Date;
}

/** One row. */
export interface UrgencyState {
  is_current: Generated<boolean>;
  changed: Created;
  applied: Created;
}

export interface PostVerifications {
  id: Generated<number>;
  post_id: number;
  /** Null when the account was deleted. */
  user_id: number | null;
  status: 'unverified' | 'verified' | 'disputed' | 'false';
  sources: number | null;
  evidence: string | null;
  note: string | null;
  created: Created;
  withdrawn: Date | null;
  withdrawn_by: number | null;
  /** The latest entry that is not withdrawn. */
  is_current: Generated<boolean>;
}

export interface PostLocks {
  id: Generated<number>;
  post_id: number;
  user_id: number;
  session_id: number | null;
  expires: Date;
  is_claim: Generated<boolean>;
}

export interface PostRevisions {
  post_id: number;
  revision: number;
  user_id: number | null;
  created: Created;
  replaced: Json<Record<string, unknown>>;
  restored: number | null;
  suggestion: 'survey' | 'category' | 'place' | null;
}
