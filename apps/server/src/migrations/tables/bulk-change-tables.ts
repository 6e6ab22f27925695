/** The tables of bulk changes. */
import type { Generated, JSONColumnType } from 'kysely';
import type { Created } from './user-tables.ts';

export interface BulkChanges {
  id: Generated<number>;
  /** Who requested it; null when the account was deleted. */
  user_id: number | null;
  /** Who requested the undo. */
  undo_user_id: number | null;
  action: 'set-status' | 'delete' | 'add-to-collection' | 'remove-from-collection' | 'assign-survey';
  status: 'published' | 'draft' | 'archived' | null;
  /** The collection. */
  set_id: number | null;
  survey_id: number | null;
  state: Generated<'running' | 'done' | 'stopped' | 'failed' | 'undoing' | 'undone'>;
  failure: 'rights' | 'collection' | 'survey' | 'server' | null;
  total: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  failed: Generated<number>;
  undone: Generated<number>;
  kept: Generated<number>;
  created: Created;
  finished: Date | null;
}

export interface BulkChangePosts {
  bulk_change_id: number;
  post_id: number;
  /** `kept`: was changed, but the undo has left it as it is. */
  outcome: Generated<'pending' | 'changed' | 'unchanged' | 'failed' | 'undone' | 'kept'>;
  /** Revision of the post that the change created. */
  revision: number | null;
  previous_status: 'published' | 'draft' | 'archived' | null;
  faults: JSONColumnType<object[] | null, string | null | undefined, string | null>;
}
