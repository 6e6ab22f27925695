/** What posts are found by. */
import type { Generated } from 'kysely';

export interface PostWords {
  post_id: number;
  status: 'published' | 'draft' | 'archived';
  is_public: boolean;
  shown: string;
  every: string | null;
  survey_id: number | null;
  post_date: Generated<Date>;
  masked_post_date: Generated<Date>;
  cell: number | null;
  masked_cell: number | null;
}

export interface Words {
  word: string;
}

/** A text that very many posts have; its id is the topic that counts them. */
export interface CountedTexts {
  id: Generated<number>;
  query: string;
  asked: Generated<Date>;
}
