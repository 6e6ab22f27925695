/** What visitors will see of a post, before it is sent or published. Extensions of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ApiDate, Id } from '../common/scalars.ts';
import { PlaceMasking } from '../surveys/place-masking.ts';
import { Post, PostInput } from './posts.ts';

/** Facts that the team sees and visitors do not. */
export const withheldFacts = ['author', 'contact', 'time', 'place'] as const;

/** A post as visitors will see it once it is published, and what stays with the team. */
export const PublicView = z.object({
  /** The post as it is shown to visitors, except that their access is not checked: it need not be published. The id is 0 if it is not stored. */
  post: Post.extend({ id: z.number().int().nonnegative() }),
  /** `time`: only the day is shown. `place`: another one is shown, or none where the post has no masked place. */
  withheld: z.array(z.enum(withheldFacts)),
  /** Questions whose answers visitors do not see, as far as the caller may see them. */
  withheld_answers: z.array(z.object({ key: z.string(), label: z.string() })),
  /** Metres that the shown place may be away from the real one; null where places are exact, or not shown. */
  place_radius: z.number().nullable(),
  /** How the survey hides places; null where none is withheld. A place of too few reports is not shown until there are more of them. */
  place_masking: PlaceMasking.omit({ publication_delay_hours: true }).nullable(),
  /** When the post becomes public, if it is published before; null without a delay, and after it. */
  public_from: ApiDate.nullable(),
});
export type PublicView = z.infer<typeof PublicView>;

export const readPublicView = defineEndpoint({
  name: 'readPublicView',
  method: 'GET',
  path: '/posts/{id}/public-view',
  summary: 'A post as visitors will see it; for its author and the team',
  scope: 'posts',
  token: 'required',
  params: z.object({ id: Id }),
  response: PublicView,
});

export const previewPost = defineEndpoint({
  name: 'previewPost',
  method: 'POST',
  path: '/posts/public-view',
  summary: 'A post as visitors would see it if it was created; nothing is stored',
  scope: 'posts',
  body: PostInput,
  response: PublicView,
});
