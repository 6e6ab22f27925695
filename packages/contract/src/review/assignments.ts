/** Assignments: which member of the team takes care of a post. Only those who may review the post see it. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate, Id, IdOut, RelationIn } from '../common/scalars.ts';
import { TeamMember } from './reviewers.ts';

const needs = ['Manage Posts'] as const;

/** One change of the assignment of a post. */
export const Assignment = z.object({
  id: IdOut,
  /** Who the post is assigned to; null: nobody. */
  user: TeamMember.nullable(),
  /** Who assigned it; null when the account was deleted. */
  assigned_by: TeamMember.nullable(),
  created: ApiDate,
});
export type Assignment = z.infer<typeof Assignment>;

/** The assignment of a post and its history. */
export const PostAssignment = z.object({
  post_id: IdOut,
  /** Who the post is assigned to now; null: nobody. */
  user: TeamMember.nullable(),
  /** The latest changes, the newest first. */
  history: z.array(Assignment),
});
export type PostAssignment = z.infer<typeof PostAssignment>;

const params = z.object({ id: Id });

export const readPostAssignment = defineEndpoint({
  name: 'readPostAssignment',
  method: 'GET',
  path: '/posts/{id}/assignment',
  summary: 'Who a post is assigned to, and was before; for those who may review it',
  scope: 'posts',
  token: 'required',
  needs,
  params,
  response: PostAssignment,
});

export const assignPost = defineEndpoint({
  name: 'assignPost',
  method: 'PUT',
  path: '/posts/{id}/assignment',
  summary: 'Assign a post to somebody who may review it, or to nobody',
  scope: 'posts',
  needs,
  params,
  body: z.object({ user: RelationIn }),
  response: PostAssignment,
});
