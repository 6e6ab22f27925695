/** Slugs: readable names of posts in URLs. */
import { randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';

/** A slug from the title and a random suffix: `bridge-closed-at-mile-12-5de60d4a1c2b`. */
export function createSlug(title: string | null): string {
  const suffix = randomBytes(6).toString('hex');
  const titlePart = (title ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slug.max - suffix.length - 1)
    .replace(/^-+|-+$/g, '');
  return titlePart === '' ? `post-${suffix}` : `${titlePart}-${suffix}`;
}
