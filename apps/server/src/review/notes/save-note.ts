/** Writes notes of the team about posts. */
import { limits } from '@waypost/contract/common/limits';
import type { PostNoteInput } from '@waypost/contract/review/post-notes';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { notFound, validationError } from '../../kernel/http/problem.ts';
import { requirePrivilege } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { Outbox } from '../../mail/mail.public.ts';
import { lockReviewedPost } from '../require-reviewed-post.ts';
import { type ReviewerRow, readReviewers } from '../reviewers.sql.ts';
import {
  countNotes,
  findNote,
  insertNote,
  markNoteDeleted,
  type NoteRow,
  replaceMentions,
  updateNoteRow,
} from './notes.sql.ts';
import { notePrivileges } from './notes.view.ts';
import { notifyMentioned } from './notify-mentioned.ts';

const resource = 'notes';

/** The ids of a note in a path. */
interface NoteRef {
  /** Of the post. */
  id: number;
  noteId: number;
}

/** The members that a note mentions. @throws ValidationError at `/mentions` for somebody who may not review posts */
async function requireMentioned(tx: Tx, ids: readonly number[]): Promise<ReviewerRow[]> {
  const wanted = [...new Set(ids)];
  const found = wanted.length > 0 ? await readReviewers(tx, wanted) : [];
  const missing = wanted.find((id) => !found.some((it) => it.id === id));
  if (missing !== undefined) throw validationError(resource, 'mentions', 'exists', { value: missing });
  return found;
}

/** Stores the mentions and sends mails to those who were not mentioned before. */
async function saveMentions(
  tx: Tx,
  viewer: Viewer,
  outbox: Outbox,
  note: NoteRow,
  mentioned: readonly ReviewerRow[],
): Promise<void> {
  const added = await replaceMentions(
    tx,
    note.id,
    mentioned.map(({ id }) => id),
  );
  const recipients = mentioned.filter(({ id }) => added.includes(id) && id !== viewer.id);
  await notifyMentioned(tx, outbox, viewer, note.post_id, recipients);
}

/** Reads a note and checks the privilege. @throws Problem 404 without such a note, 403 without the privilege */
async function requireNote(
  tx: Tx,
  viewer: Viewer,
  { id, noteId }: NoteRef,
  privilege: 'update' | 'delete',
  state: 'current' | 'deleted' = 'current',
): Promise<NoteRow> {
  await lockReviewedPost(tx, viewer, id);
  const note = await findNote(tx, id, noteId, state);
  if (!note) throw notFound(resource, noteId);
  requirePrivilege(viewer, notePrivileges(viewer, note), privilege, resource, noteId);
  return note;
}

/** @throws ValidationError at `/content` when the post has as many notes as are possible */
async function requireRoom(tx: Tx, postId: number): Promise<void> {
  const { notesPerPost: max } = limits;
  if ((await countNotes(tx, postId)) >= max)
    throw validationError(resource, 'content', 'tooManyNotes', { max });
}

/** Writes a note. @throws ValidationError at `/content` when the post has as many notes as are possible */
export async function createNote(
  tx: Tx,
  viewer: Viewer,
  outbox: Outbox,
  postId: number,
  input: PostNoteInput,
): Promise<NoteRow> {
  await lockReviewedPost(tx, viewer, postId);
  const { content, mentions } = input;
  await requireRoom(tx, postId);
  const mentioned = await requireMentioned(tx, mentions);
  const note = await insertNote(tx, { post_id: postId, user_id: viewer.id, content });
  await saveMentions(tx, viewer, outbox, note, mentioned);
  return note;
}

/** Changes a note. */
export async function updateNote(
  tx: Tx,
  viewer: Viewer,
  outbox: Outbox,
  ref: NoteRef,
  input: PostNoteInput,
): Promise<NoteRow> {
  const before = await requireNote(tx, viewer, ref, 'update');
  const { content, mentions } = input;
  const mentioned = await requireMentioned(tx, mentions);
  const note = before.content === content ? before : await updateNoteRow(tx, before.id, content);
  await saveMentions(tx, viewer, outbox, note, mentioned);
  return note;
}

/** Deletes a note. It can be restored for a while. @returns the note */
export async function deleteNote(tx: Tx, viewer: Viewer, ref: NoteRef): Promise<NoteRow> {
  const note = await requireNote(tx, viewer, ref, 'delete');
  await markNoteDeleted(tx, note.id, true);
  if (note.user_id !== viewer.id)
    await recordChange(tx, viewer, {
      action: 'update',
      subject: 'posts',
      id: note.post_id,
      details: { changed: ['notes'], note: note.id },
    });
  return note;
}

/**
 * Restores a deleted note.
 * @throws Problem 404 when it is too late, ValidationError at `/content` when the post has as many notes as are possible
 */
export async function restoreNote(tx: Tx, viewer: Viewer, ref: NoteRef): Promise<NoteRow> {
  const note = await requireNote(tx, viewer, ref, 'delete', 'deleted');
  await requireRoom(tx, note.post_id);
  return markNoteDeleted(tx, note.id, false);
}
