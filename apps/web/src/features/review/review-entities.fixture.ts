/** Entities of the review queue, for tests. */
import type { ReviewSummary } from '@waypost/contract/review/review-summary';

/** What waits. */
export const summary = (overrides: Partial<ReviewSummary> = {}): ReviewSummary => ({
  total: 3,
  held: 1,
  assigned: 1,
  oldest: '2026-03-01T10:00:00+00:00',
  by_form: [
    { form: { id: 1, url: '' }, name: 'Lamps', count: 2 },
    { form: null, name: null, count: 1 },
  ],
  by_source: [
    { source: 'web', count: 2 },
    { source: 'sms', count: 1 },
  ],
  by_age: [
    { created_after: null, created_before: null, min_hours: 0, max_hours: 1, count: 1 },
    { created_after: null, created_before: null, min_hours: 1, max_hours: 24, count: 0 },
    { created_after: null, created_before: null, min_hours: 24, max_hours: 168, count: 0 },
    { created_after: null, created_before: null, min_hours: 168, max_hours: null, count: 2 },
  ],
  ...overrides,
});

/** A claim. */
export const lock = (post: number, user: number, realname: string) => ({
  id: post,
  url: '',
  user: { id: user, url: '', realname },
  post_id: post,
  expires: 1_900_000_000,
  allowed_privileges: [],
});
