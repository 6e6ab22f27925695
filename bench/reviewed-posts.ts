/** Posts that the benchmark reviews. */
import { request, type Site } from './site.ts';

export const reviewerCount = 5;
const hourMs = 3_600_000;

/** A rate an hour. */
export const toHourly = (count: number, durationMs: number): number => (count / durationMs) * hourMs;

/** Puts decided posts back under review. */
export async function reopenPosts(site: Site, ids: readonly number[]): Promise<void> {
  for (const id of ids) await request(site, 'admin', `/posts/${id}`, 'PUT', { status: 'draft' });
}
