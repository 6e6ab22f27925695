/** The table of the rules of retention by survey and status. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

export interface PostRetentionRules {
  id: Generated<number>;
  /** Null: all posts, or those without a survey. */
  survey_id: number | null;
  without_survey: Generated<boolean>;
  /** Null: any. */
  status: 'published' | 'draft' | 'archived' | null;
  action: 'delete' | 'anonymize';
  days: number;
  /** For `anonymize`: exact places and times stay for the team where the survey hides them. */
  keep_exact: Generated<boolean>;
  created: Created;
}
