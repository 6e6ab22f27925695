/**
 * How another program updates a post (API v3 §5.5, "Write-back"): with an API key and a signature over the request,
 * without a token.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Id } from '../common/scalars.ts';
import { Post, PostInput } from '../posts/posts.ts';

/** Base64 of HMAC-SHA256 over the full URL and the raw body, with the server's shared secret. */
export const writeBackSignatureHeader = 'x-ushahidi-signature';

const apiKeyField = z.string().max(255).optional();

export const writeBackPost = defineEndpoint({
  name: 'writeBackPost',
  method: 'PUT',
  path: '/webhooks/posts/{id}',
  summary:
    'Change a post with an API key and a signature instead of a token, with the rights of Manage Posts',
  scope: null,
  token: 'optional',
  feature: 'webhooks',
  params: z.object({ id: Id }),
  query: z.object({ api_key: apiKeyField }),
  body: PostInput.extend({ api_key: apiKeyField }),
  response: Post.nullable(),
});
