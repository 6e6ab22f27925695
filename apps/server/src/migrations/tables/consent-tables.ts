/** The tables of what surveys ask their reporters to agree to, and of their answers. */
import type { Generated } from 'kysely';
import type { Created, Json } from './user-tables.ts';

export interface SurveyConsents {
  survey_id: number;
  version: number;
  text: string;
  translations: Json<Record<string, string>>;
  uses: ('publish' | 'share' | 'contact')[];
  confirmation: boolean;
  unanswered_is_no: boolean;
  created: Created;
}

export interface PostConsents {
  id: Generated<number>;
  post_id: number;
  /** Of the survey's text; null if it had none. */
  version: number | null;
  language: string | null;
  confirmed: Generated<boolean>;
  agreed: ('publish' | 'share' | 'contact')[];
  declined: ('publish' | 'share' | 'contact')[];
  source: 'report' | 'receipt' | 'author' | 'team';
  /** The member of the team who recorded it. */
  user_id: number | null;
  note: string | null;
  created: Created;
}
