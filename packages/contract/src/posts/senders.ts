/** Who sent a post, what else they sent, and cleaning up all of it at once. An extension of API v3. */
import { z } from 'zod';
import { PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate, Id, IdOut } from '../common/scalars.ts';

/**
 * `visitor`: somebody without an account, known from others for a day by a hash of their network address, whose key is
 * forgotten. `unknown`: nothing tells.
 */
export const senderKinds = ['account', 'contact', 'visitor', 'unknown'] as const;

/**
 * Why a report waits for the team though its survey would publish it. `trap`: it filled in what only programs see. `pressure`:
 * very many came in. `always`: the team looks at all that people without an account report.
 */
export const holdReasons = ['trap', 'pressure', 'always'] as const;

export const Sender = z.object({
  kind: z.enum(senderKinds),
  /** Of an account; the address or number of a contact. */
  name: z.string().nullable(),
  /** Of this post; null when it was not held. */
  held: z.enum(holdReasons).nullable(),
  /** Posts of theirs, and how many of them are not in the archive yet. */
  total: z.number().int(),
  open: z.number().int(),
  /** The latest of them; the others are counted only. */
  posts: z.array(z.object({ id: IdOut, title: z.string().nullable(), status: PostStatus, created: ApiDate })),
  /** Clean-ups that touched them and have not been taken back, the latest first. */
  cleanups: z.array(z.object({ id: IdOut, at: ApiDate, count: z.number().int() })),
});
export type Sender = z.infer<typeof Sender>;

const idParams = z.object({ id: Id });

export const readSender = defineEndpoint({
  name: 'readSender',
  method: 'GET',
  path: '/posts/{id}/sender',
  summary: 'Who sent a post, and what else they sent',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  params: idParams,
  response: Sender,
});

export const archivePostsOfSender = defineEndpoint({
  name: 'archivePostsOfSender',
  method: 'POST',
  path: '/posts/{id}/sender',
  summary: 'Move every post of the sender of this one to the archive; can be taken back as a whole',
  scope: 'posts',
  needs: ['Manage Posts'],
  params: idParams,
  response: z.object({ id: IdOut, count: z.number().int() }),
});

export const undoArchiveOfSender = defineEndpoint({
  name: 'undoArchiveOfSender',
  method: 'DELETE',
  path: '/cleanups/{id}',
  summary: 'Give the posts of a clean-up the statuses back that they had, but those that were changed since',
  scope: 'posts',
  needs: ['Manage Posts'],
  params: idParams,
  response: z.object({ id: IdOut, count: z.number().int() }),
});
