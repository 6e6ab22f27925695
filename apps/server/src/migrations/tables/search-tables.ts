/** The tables of search: the search index, its words, and searches whose posts are counted. */
import type { Generated } from 'kysely';

export interface PostSearchIndex {
  post_id: number;
  status: 'published' | 'draft' | 'archived';
  is_public: boolean;
  public_tsv: string;
  full_tsv: string | null;
  survey_id: number | null;
  post_date: Generated<Date>;
  masked_post_date: Generated<Date>;
  cell: number | null;
  masked_cell: number | null;
}

export interface SearchVocabulary {
  word: string;
}

/** A word that was removed from a public post, and may be in no other one. */
export interface RemovedWords {
  word: string;
}

/** A text that very many posts have; its id is the dimension that counts them. */
export interface PrecomputedSearches {
  id: Generated<number>;
  query: string;
  last_used: Generated<Date>;
}
