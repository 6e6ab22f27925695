/** The sender of a post, their other posts, and archiving all of them at once. An extension of API v3. */
import { z } from 'zod';
import { PostStatus } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate, BooleanIn, Id, IdOut } from '../common/scalars.ts';
import { WithheldReporter } from './withheld-reporter.ts';

/**
 * `visitor`: a person without an account, recognised for a day by a hash of their IP address whose key is then
 * deleted. `unknown`: nothing identifies the sender.
 */
export const senderKinds = ['account', 'contact', 'visitor', 'unknown'] as const;

/**
 * Why a report is held for review although its survey publishes at once. `trap`: it filled in the honeypot field.
 * `pressure`: many reports arrived. `always`: the team reviews all reports of visitors.
 */
export const holdReasons = ['trap', 'pressure', 'always'] as const;

/** The sender of a post. */
export const Sender = z.object({
  kind: z.enum(senderKinds),
  /** The name of an account; the address or number of a contact. */
  name: z.string().nullable(),
  /** Stands for the sender where their name, address or number is withheld. */
  reporter: WithheldReporter.optional(),
  /** Whether their messages are published at once. Absent for posts that did not come by message. */
  trusted: z.boolean().optional(),
  /** Why this post is held; null if it is not. */
  held: z.enum(holdReasons).nullable(),
  /** Posts of this sender, and how many of them are not archived. */
  total: z.number().int(),
  open: z.number().int(),
  /** The latest posts. */
  posts: z.array(z.object({ id: IdOut, title: z.string().nullable(), status: PostStatus, created: ApiDate })),
  /** Archivings of these posts that were not undone, the latest first. */
  cleanups: z.array(z.object({ id: IdOut, at: ApiDate, count: z.number().int() })),
});
export type Sender = z.infer<typeof Sender>;

const idParams = z.object({ id: Id });

export const readSender = defineEndpoint({
  name: 'readSender',
  method: 'GET',
  path: '/posts/{id}/sender',
  summary: 'The sender of a post, and their other posts',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  params: idParams,
  response: Sender,
});

export const trustSender = defineEndpoint({
  name: 'trustSender',
  method: 'PUT',
  path: '/posts/{id}/sender',
  summary:
    'Trust the contact that a post came from, or no longer: further messages to a survey without required tasks are published at once',
  scope: 'posts',
  needs: ['Manage Posts'],
  params: idParams,
  body: z.object({ trusted: BooleanIn }),
  response: Sender,
});

export const archivePostsOfSender = defineEndpoint({
  name: 'archivePostsOfSender',
  method: 'POST',
  path: '/posts/{id}/sender',
  summary: 'Archive all posts of the sender of this post; can be undone',
  scope: 'posts',
  needs: ['Manage Posts'],
  params: idParams,
  response: z.object({ id: IdOut, count: z.number().int() }),
});

export const undoArchiveOfSender = defineEndpoint({
  name: 'undoArchiveOfSender',
  method: 'DELETE',
  path: '/cleanups/{id}',
  summary: 'Undo an archiving: restore the statuses of its posts, except those that were changed since',
  scope: 'posts',
  needs: ['Manage Posts'],
  params: idParams,
  response: z.object({ id: IdOut, count: z.number().int() }),
});
