/** The members of the team who may review posts: those with Manage Posts. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Relation } from '../common/scalars.ts';

/** A member of the team. */
export const TeamMember = Relation.extend({ realname: z.string().nullable() });
export type TeamMember = z.infer<typeof TeamMember>;

export const listReviewers = defineEndpoint({
  name: 'listReviewers',
  method: 'GET',
  path: '/review/reviewers',
  summary:
    'The accounts with Manage Posts, by name: who can be mentioned in notes, and who posts can be assigned to',
  scope: 'posts',
  token: 'required',
  needs: ['Manage Posts'],
  response: z.object({ count: z.number().int(), results: z.array(TeamMember) }),
});
