/** What changing a survey does to the answers that posts hold by attribute key. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

/** Whether any post holds an answer; places and categories are kept apart from the others. */
export async function hasAnswers(
  tx: Tx,
  surveyId: number,
  attribute: { id: number; key: string },
): Promise<boolean> {
  const { rows } = await sql<{ answered: boolean }>`
    select exists (select from posts where survey_id = ${surveyId} and values ? ${attribute.key})
      or exists (select from post_places where attribute_id = ${attribute.id})
      or exists (select from post_categories where attribute_id = ${attribute.id}) as answered`.execute(tx);
  return rows[0]?.answered ?? false;
}

/** Moves answers to the attribute's new key. */
export async function renameAnswers(tx: Tx, surveyId: number, from: string, to: string): Promise<void> {
  await sql`
    update posts set values = values - ${from}::text || jsonb_build_object(${to}::text, values -> ${from}::text)
    where survey_id = ${surveyId} and values ? ${from}`.execute(tx);
}

/** Takes answers out of posts, for attributes about to be deleted. */
export async function forgetAnswers(tx: Tx, surveyId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    update posts set values = values - ${keys}::text[]
    where survey_id = ${surveyId} and values ?| ${keys}::text[]`.execute(tx);
}
