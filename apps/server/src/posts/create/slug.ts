/** Slugs: readable names of posts in URLs. */
import { randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { toSlug } from '../../kernel/slug.ts';

/** A slug from the title and a random suffix: `bridge-closed-at-mile-12-5de60d4a1c2b`. */
export function createSlug(title: string | null): string {
  const suffix = randomBytes(6).toString('hex');
  // By code points: a half of a surrogate pair cannot be stored.
  const titlePart = [...toSlug(title ?? '')]
    .slice(0, limits.slug.max - suffix.length - 1)
    .join('')
    .replace(/-+$/, '');
  return titlePart === '' ? `post-${suffix}` : `${titlePart}-${suffix}`;
}
