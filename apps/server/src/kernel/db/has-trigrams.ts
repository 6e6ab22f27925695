/** Guards searches for similar texts (`pg_trgm`) against texts that its index cannot find. */
import { type RawBuilder, sql } from 'kysely';

/**
 * Condition on a searched text, not on a column: it has trigrams. PostgreSQL takes marks, and letters that are newer than it, for
 * separators; for a text of these it would read and compare every row.
 * @param least number of trigrams, of which the padding before and after a word is a part
 */
export const hasTrigrams = (text: string, least = 1): RawBuilder<boolean> =>
  sql`cardinality(show_trgm(${text})) >= ${least}::int`;
