/** A post's name in addresses. */
import { randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';

/** From the title and a part that no other post has: `bridge-closed-at-mile-12-5de60d4a1c2b`. */
export function createSlug(title: string | null): string {
  const unique = randomBytes(6).toString('hex');
  const words = (title ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slug.max - unique.length - 1)
    .replace(/^-+|-+$/g, '');
  return words === '' ? `post-${unique}` : `${words}-${unique}`;
}
