/** Notes that the team writes about a post. Only those who may review the post read them. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, listIn, TrimmedText } from '../common/scalars.ts';
import { TeamMember } from './reviewers.ts';

const needs = ['Manage Posts'] as const;

/** A note. */
export const PostNote = z.object({
  id: IdOut,
  url: z.string(),
  post_id: IdOut,
  /** Who wrote it; null when the account was deleted. */
  user: TeamMember.nullable(),
  content: z.string(),
  /** The members who are mentioned; the text names them as `@name`. */
  mentions: z.array(TeamMember),
  created: ApiDate,
  updated: ApiDate.nullable(),
  allowed_privileges: Privileges,
});
export type PostNote = z.infer<typeof PostNote>;

/** A new note, or the new text of one. */
export const PostNoteInput = z.object({
  content: TrimmedText.min(1).max(limits.note),
  /** Ids of members who may review the post. Those who were not mentioned before get an email. */
  mentions: listIn(z.array(Id).max(limits.mentionsPerNote)).default([]),
});
export type PostNoteInput = z.output<typeof PostNoteInput>;

const postParams = z.object({ id: Id });
const noteParams = z.object({ id: Id, noteId: Id });

export const listPostNotes = defineEndpoint({
  name: 'listPostNotes',
  method: 'GET',
  path: '/posts/{id}/notes',
  summary: 'The notes about a post, the oldest first; for those who may review it',
  scope: 'posts',
  token: 'required',
  needs,
  params: postParams,
  response: z.object({ count: z.number().int(), results: z.array(PostNote) }),
});

export const createPostNote = defineEndpoint({
  name: 'createPostNote',
  method: 'POST',
  path: '/posts/{id}/notes',
  summary: `Write a note about a post; a post has ${limits.notesPerPost} notes at most`,
  scope: 'posts',
  needs,
  params: postParams,
  body: PostNoteInput,
  response: PostNote,
});

export const updatePostNote = defineEndpoint({
  name: 'updatePostNote',
  method: 'PUT',
  path: '/posts/{id}/notes/{noteId}',
  summary: 'Change a note; for its author',
  scope: 'posts',
  needs,
  params: noteParams,
  body: PostNoteInput,
  response: PostNote,
});

export const deletePostNote = defineEndpoint({
  name: 'deletePostNote',
  method: 'DELETE',
  path: '/posts/{id}/notes/{noteId}',
  summary: 'Delete a note; for its author and administrators. It can be restored for an hour',
  scope: 'posts',
  needs,
  params: noteParams,
  response: PostNote,
});

export const restorePostNote = defineEndpoint({
  name: 'restorePostNote',
  method: 'POST',
  path: '/posts/{id}/notes/{noteId}/restore',
  summary: 'Restore a note that was deleted less than an hour ago; for those who may delete it',
  scope: 'posts',
  needs,
  params: noteParams,
  response: PostNote,
});
