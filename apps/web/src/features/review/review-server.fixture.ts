/** A server with posts that wait for review, for tests. */
import { type Post, updatePost } from '@waypost/contract/posts/posts';
import { claimPosts, listClaims, releaseClaims, renewClaims } from '@waypost/contract/review/claims';
import { readPostContext } from '@waypost/contract/review/post-context';
import { readReviewSummary } from '@waypost/contract/review/review-summary';
import { listSuggestions } from '@waypost/contract/review/suggestions';
import { readPostUrgency } from '@waypost/contract/review/urgency';
import { answerPostPage } from '../../testing/post-page.ts';
import type { apiServer } from '../../testing/render-screen.tsx';
import { adminAccount, createTestPost } from '../../testing/test-entities.ts';
import { lock, summary } from './review-entities.fixture.ts';

/** A post under review. */
export const waitingPost = (id: number, overrides: Partial<Post> = {}): Post =>
  createTestPost({
    id,
    title: `Report ${id}`,
    status: 'draft',
    revision: 1,
    allowed_privileges: ['read', 'update', 'change_status', 'read_full'],
    ...overrides,
  });

/** Answers the requests of the screen. @param posts the posts that wait */
export function answerReview(
  server: typeof apiServer,
  posts: { read: () => Post[]; remove: (id: number) => void },
): void {
  server.on(claimPosts, ({ body }) => {
    // Named ones are claimed again, also those that were decided.
    const named = body.post_id?.map((id) => posts.read().find((post) => post.id === id) ?? waitingPost(id));
    const free = posts
      .read()
      .filter(({ id }) => !body.skipped_posts?.includes(id))
      .slice(0, body.count);
    const results = named ?? free;
    return { count: results.length, results };
  });
  server.on(renewClaims, ({ body }) => ({
    count: body.claimed_posts.length,
    results: body.claimed_posts.map((id) => lock(id, adminAccount.id, 'Admin')),
  }));
  server.on(releaseClaims, () => ({ count: 1 }));
  server.on(listClaims, () => ({ count: 0, results: [] }));
  server.on(readReviewSummary, () => summary());
  server.on(updatePost, ({ params, body }) => {
    posts.remove(params.id);
    return waitingPost(params.id, { status: body.status ?? 'draft', revision: 2 });
  });
  answerPostPage(server);
  server.on(readPostUrgency, () => ({ score: 0, reasons: [] }));
  server.on(listSuggestions, () => ({ count: 0, results: [] }));
  server.on(readPostContext, () => ({
    duplicates: [],
    nearby: [],
    location: null,
    sender: { kind: 'unknown' as const, published: 0, draft: 0, archived: 0 },
    decisions: [],
    photos: [],
  }));
}
