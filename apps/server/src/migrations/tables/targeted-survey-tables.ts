/** The tables of surveys that are sent to chosen people. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

export interface SurveyContacts {
  id: Generated<number>;
  survey_id: number;
  contact_id: number;
  post_id: number | null;
  data_source: string;
  country_code: string;
  state: 'waiting' | 'pending' | 'received' | 'finished' | 'moved' | 'stopped' | 'expired';
  moved_to_survey_id: number | null;
  attribute_id: number | null;
  message_id: number | null;
  question_sent: Created;
  reminded: Generated<boolean>;
  question_repeated: Generated<boolean>;
  created: Created;
}

export interface SurveyReplies {
  message_id: number;
  survey_contact_id: number;
  attribute_id: number;
}
