/** Notes in the format of the API, and what the viewer may do with them. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { PostNote } from '@waypost/contract/review/post-notes';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { findUserNames } from '../../users/users.public.ts';
import { viewMember } from '../team-member.view.ts';
import { type NoteRow, readMentions } from './notes.sql.ts';

/** What a viewer who may review the post may do with a note: its author changes it, administrators can remove it. */
export function notePrivileges(viewer: Viewer, note: Pick<NoteRow, 'user_id'>): Privilege[] {
  const isOwn = viewer.id !== null && note.user_id === viewer.id;
  return [
    'read',
    ...(isOwn ? (['update'] as const) : []),
    ...(isOwn || viewer.isAdmin ? (['delete'] as const) : []),
  ];
}

/** Notes about one post. */
export async function viewNotes(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  notes: readonly NoteRow[],
): Promise<PostNote[]> {
  const mentions = await readMentions(
    tx,
    notes.map(({ id }) => id),
  );
  const names = await findUserNames(
    tx,
    [...notes, ...mentions].map(({ user_id }) => user_id),
  );
  return notes.map((note) => ({
    id: note.id,
    url: urls.entity(`posts/${note.post_id}/notes`, note.id),
    post_id: note.post_id,
    user: viewMember(urls, note.user_id, names),
    content: note.content,
    mentions: mentions
      .filter((it) => it.note_id === note.id)
      .flatMap((it) => viewMember(urls, it.user_id, names) ?? []),
    created: toApiDate(note.created),
    updated: toApiDateOrNull(note.updated),
    allowed_privileges: notePrivileges(viewer, note),
  }));
}
