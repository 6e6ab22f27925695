/** Queries about notes of the team. */
import { limits } from '@waypost/contract/common/limits';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';

/** A note. */
export type NoteRow = Selectable<Tables['post_notes']>;

const isRestorable = sql<boolean>`deleted > now() - make_interval(secs => ${sql.lit(limits.deletedNoteSeconds)})`;

/** The notes about a post, the oldest first. */
export const readNotes = (tx: Tx, postId: number): Promise<NoteRow[]> =>
  tx
    .selectFrom('post_notes')
    .selectAll()
    .where('post_id', '=', postId)
    .where('deleted', 'is', null)
    .orderBy('id')
    .execute();

/** The number of notes about a post, without deleted ones. */
export const countNotes = async (tx: Tx, postId: number): Promise<number> =>
  (
    await tx
      .selectFrom('post_notes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('post_id', '=', postId)
      .where('deleted', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

/** A note about a post. @param state `deleted`: one that can be restored */
export function findNote(
  tx: Tx,
  postId: number,
  id: number,
  state: 'current' | 'deleted' = 'current',
): Promise<NoteRow | undefined> {
  const query = tx.selectFrom('post_notes').selectAll().where('id', '=', id).where('post_id', '=', postId);
  const inState = state === 'current' ? query.where('deleted', 'is', null) : query.where(isRestorable);
  return inState.forUpdate().executeTakeFirst();
}

/** Members that notes mention, in the order of their ids. */
export async function readMentions(
  tx: Tx,
  noteIds: readonly number[],
): Promise<{ note_id: number; user_id: number }[]> {
  if (noteIds.length === 0) return [];
  return tx
    .selectFrom('post_note_mentions')
    .select(['note_id', 'user_id'])
    .where('note_id', 'in', noteIds)
    .where('removed', '=', false)
    .orderBy('user_id')
    .execute();
}

/** Replaces the mentions of a note. Removed ones are remembered. @returns members who were never mentioned in it before */
export async function replaceMentions(tx: Tx, noteId: number, userIds: readonly number[]): Promise<number[]> {
  await sql`update post_note_mentions set removed = user_id <> all(${userIds}::bigint[])
    where note_id = ${noteId}`.execute(tx);
  const { rows } = await sql<{ user_id: number }>`
    insert into post_note_mentions (note_id, user_id) select ${noteId}, unnest(${userIds}::bigint[])
    on conflict do nothing returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Inserts a note. */
export const insertNote = (
  tx: Tx,
  note: { post_id: number; user_id: number | null; content: string },
): Promise<NoteRow> => tx.insertInto('post_notes').values(note).returningAll().executeTakeFirstOrThrow();

/** Changes the text of a note. */
export const updateNoteRow = (tx: Tx, id: number, content: string): Promise<NoteRow> =>
  tx
    .updateTable('post_notes')
    .set({ content, updated: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Marks a note as deleted, or not. */
export const markNoteDeleted = (tx: Tx, id: number, isDeleted: boolean): Promise<NoteRow> =>
  tx
    .updateTable('post_notes')
    .set({ deleted: isDeleted ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes the notes that can no longer be restored. */
export const deleteOldNotes = async (tx: Tx): Promise<void> => {
  await tx
    .deleteFrom('post_notes')
    .where('deleted', 'is not', null)
    .where(sql<boolean>`not ${isRestorable}`)
    .execute();
};
