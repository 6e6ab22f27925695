/**
 * How another program writes into a post (wire 5.5, "Write-back"): no token, but an API key and a signature over the request.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Post, PostInput } from './posts.ts';
import { Id } from './scalars.ts';

/** Base64 of HMAC-SHA256 over the full address and the raw body, with the server's shared secret. */
export const signatureHeader = 'x-ushahidi-signature';

const key = z.string().max(255).optional();

export const writeBackPost = endpoint({
  name: 'writeBackPost',
  method: 'PUT',
  path: '/webhooks/posts/{id}',
  summary: 'Change a post with an API key and a signature instead of a token, as somebody who manages posts',
  scope: null,
  token: 'optional',
  params: z.object({ id: Id }),
  query: z.object({ api_key: key }),
  body: PostInput.extend({ api_key: key }),
  answer: Post.nullable(),
});
