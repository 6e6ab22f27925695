/** Slugs: readable names of posts in URLs. */
import { randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { toSlug } from '../../kernel/slug.ts';

/** A slug from the title and a random suffix: `bridge-closed-at-mile-12-5de60d4a1c2b`. */
export function createSlug(title: string | null): string {
  const suffix = randomBytes(6).toString('hex');
  const titlePart = toSlug(title ?? '')
    .slice(0, limits.slug.max - suffix.length - 1)
    // The cut may leave half of a character that takes two code units.
    .replace(/(?<![-\p{Cs}])[-\p{Cs}]+$/u, '');
  return titlePart === '' ? `post-${suffix}` : `${titlePart}-${suffix}`;
}
