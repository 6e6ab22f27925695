/** Who sent a post, what else they sent, and cleaning up all of it at once. Ours; older clients do not know it. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PostStatus } from './post-filters.ts';
import { Id, IdOut, WireDate } from './scalars.ts';

/**
 * `visitor`: somebody without an account, known from others for a day by a hash of their network address, whose key is
 * forgotten. `unknown`: nothing tells.
 */
export const senderKinds = ['account', 'contact', 'visitor', 'unknown'] as const;

/**
 * Why a report waits for the team though its survey would publish it. `trap`: it filled in what only programs see. `pressure`:
 * very many came in. `always`: the team looks at all that people without an account report.
 */
export const heldReasons = ['trap', 'pressure', 'always'] as const;

export const Sender = z.object({
  kind: z.enum(senderKinds),
  /** Of an account; the address or number of a contact. */
  name: z.string().nullable(),
  /** Of this post; null when it was not held. */
  held: z.enum(heldReasons).nullable(),
  /** Posts of theirs, and how many of them are not in the archive yet. */
  total: z.number().int(),
  open: z.number().int(),
  /** The latest of them; the others are counted only. */
  posts: z.array(
    z.object({ id: IdOut, title: z.string().nullable(), status: PostStatus, created: WireDate }),
  ),
  /** Clean-ups that touched them and have not been taken back, the latest first. */
  cleanups: z.array(z.object({ id: IdOut, at: WireDate, count: z.number().int() })),
});
export type Sender = z.infer<typeof Sender>;

const one = z.object({ id: Id });

export const readSender = endpoint({
  name: 'readSender',
  method: 'GET',
  path: '/posts/{id}/sender',
  summary: 'Who sent a post, and what else they sent',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  params: one,
  answer: Sender,
});

export const cleanUp = endpoint({
  name: 'cleanUp',
  method: 'POST',
  path: '/posts/{id}/sender',
  summary: 'Move every post of the sender of this one to the archive; can be taken back as a whole',
  scope: 'posts',
  needs: ['Manage Posts'],
  params: one,
  answer: z.object({ id: IdOut, count: z.number().int() }),
});

export const undoCleanup = endpoint({
  name: 'undoCleanup',
  method: 'DELETE',
  path: '/cleanups/{id}',
  summary: 'Give the posts of a clean-up the statuses back that they had, but those that were changed since',
  scope: 'posts',
  needs: ['Manage Posts'],
  params: one,
  answer: z.object({ id: IdOut, count: z.number().int() }),
});
